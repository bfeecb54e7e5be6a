import type { ReactNode } from "react"

import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"

interface ErrorPanelProps {
  title: string
  /** What it means and what to do, if known. */
  detail?: string | undefined
  /** The id under which the server logged it; comes last. */
  errorId?: string | undefined
  onRetry?: (() => void) | undefined
  children?: ReactNode
}

/** One part of a page that failed, while the rest stands. */
export function ErrorPanel({ title, detail, errorId, onRetry, children }: ErrorPanelProps) {
  return (
    <div className="ui-fault">
      <Icon name="warning" />
      <div className="ui-fault-text">
        <p className="ui-fault-title">{title}</p>
        {detail === undefined ? null : <p>{detail}</p>}
        {children}
        {onRetry === undefined ? null : (
          <Button onClick={onRetry}>
            <Icon height="16" name="refresh" width="16" />
            Try again
          </Button>
        )}
        {errorId === undefined ? null : (
          <p className="ui-fault-id">
            Error id <code>{errorId}</code>
          </p>
        )}
      </div>
    </div>
  )
}
