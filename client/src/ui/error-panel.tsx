import type { ReactNode } from "react"

import type { Problem } from "#client/lib/problem.ts"
import { rightInWords } from "#client/lib/right-names.ts"
import { Button } from "#client/ui/button.tsx"
import { CopyCode } from "#client/ui/copy-code.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { ReportLink } from "#client/ui/report-link.tsx"
import { useText } from "#client/ui/text.tsx"

interface ErrorPanelProps {
  title: string
  /** Why a request was refused or not answered; says all of the rest that is not said here. */
  problem?: Problem | undefined
  /** What it means and what to do, if known. */
  detail?: string | undefined
  /** The id under which the server logged it; comes last. */
  errorId?: string | undefined
  /** The right that is missing, where that is what is wrong. */
  right?: string | undefined
  /** Who could grant it. */
  grantedBy?: readonly string[] | undefined
  onRetry?: (() => void) | undefined
  children?: ReactNode
}

/** One part of a page that failed, while the rest stands. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { title, problem, children } = props
  const t = useText()
  const errorId = props.errorId ?? problem?.instance
  const right = props.right ?? (problem?.status === 403 ? problem.permission : undefined)
  const grantedBy = props.grantedBy ?? problem?.grantedBy ?? []
  // Asking again would be refused again.
  const onRetry = right !== undefined || problem?.status === 403 ? undefined : props.onRetry
  const detail =
    right === undefined
      ? (props.detail ?? (problem?.detail === undefined ? undefined : t(problem.detail)))
      : t("You need the permission “{permission}”. It can be granted by {names}.", {
          permission: rightInWords(right, t),
          names: grantedBy.length === 0 ? t("an administrator") : grantedBy.join(", "),
        })
  const canReport = errorId !== undefined || right !== undefined
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
            {t("Try again")}
          </Button>
        )}
        {canReport ? <ReportLink errorId={errorId} right={right} title={title} /> : null}
        {errorId === undefined ? null : (
          <p className="ui-fault-id">
            {t.nodes("Error ID {id}", { id: <CopyCode code={errorId} /> })}
          </p>
        )}
      </div>
    </div>
  )
}
