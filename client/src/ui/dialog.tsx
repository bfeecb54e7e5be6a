import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { Icon } from "#client/ui/icon.tsx"

type DialogProps = ComponentProps<"dialog"> & {
  id: string
  title: string
}

/** A native modal dialog: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ id, title, className, children, ...rest }: DialogProps) {
  return (
    <dialog
      {...rest}
      aria-labelledby={`${id}-title`}
      className={classNames("ui-dialog", className)}
      id={id}
    >
      <header className="ui-dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <form method="dialog">
          <button aria-label="Close" className="ui-icon-button" title="Close" type="submit">
            <Icon name="close" />
          </button>
        </form>
      </header>
      {children}
    </dialog>
  )
}

/** What a button needs to open the dialog: by the browser before hydration, by script where it cannot. */
export function opens(id: string) {
  return {
    command: "show-modal",
    commandfor: id,
    "aria-haspopup": "dialog" as const,
    onClick: () => showDialog(id),
  }
}

/** Opens the dialog unless it is open already. */
export function showDialog(id: string): void {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
