import type { ReactNode } from "react"

import { Icon } from "#client/ui/icon.tsx"

interface SettingRowProps {
  name: string
  /** How it stands, such as a tag. */
  state: ReactNode
  /** What it does, or why it cannot be set; the id is for what sets it. */
  hint: string
  hintId: string
  /** Why it was not set. */
  error?: string | null
  /** What sets it. */
  children: ReactNode
}

/** A setting with the button that changes it. */
export function SettingRow({ name, state, hint, hintId, error, children }: SettingRowProps) {
  return (
    <div className="ui-setting">
      <div className="ui-setting-text">
        <p className="ui-setting-name">
          <bdi>{name}</bdi> {state}
        </p>
        <p className="ui-setting-hint" id={hintId}>
          {hint}
        </p>
        <p aria-live="polite">
          {error == null ? null : (
            <span className="ui-error">
              <Icon height="16" name="warning" width="16" />
              {error}
            </span>
          )}
        </p>
      </div>
      {children}
    </div>
  )
}
