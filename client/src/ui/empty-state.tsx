import type { ReactNode } from "react"

import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"

interface EmptyStateProps {
  icon: IconName
  title: string
  children?: ReactNode
}

/** Says what would be here, and what to do first. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <Icon className="ui-empty-icon" height="28" name={icon} width="28" />
      <p className="ui-empty-title">{title}</p>
      {children}
    </div>
  )
}
