import { type ComponentProps, type ReactNode, createContext, use, useEffect } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { focusFirst } from "#client/ui/focus-first.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

type DialogProps = ComponentProps<"dialog"> & {
  id: string
  title: string
}

/**
 * What lies above the page has to lie in each open dialog too, such as messages: all else is inert then, neither heard nor
 * pressed.
 */
const AboveContext = createContext<ReactNode>(null)

export const AboveDialogs = AboveContext

/** A native modal dialog: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ id, title, className, children, ...rest }: DialogProps) {
  const t = useText()
  const above = use(AboveContext)
  useFirstField(id)
  return (
    <dialog
      {...rest}
      aria-labelledby={`${id}-title`}
      className={classNames("ui-dialog", className)}
      id={id}
    >
      <h2 className="ui-dialog-title" id={`${id}-title`}>
        {title}
      </h2>
      <div className="ui-dialog-body">{children}</div>
      {/* Last in order, so that the first field takes the focus when the dialog opens. */}
      <form className="ui-dialog-close" method="dialog">
        <button aria-label={t("Close")} className="ui-icon-button" title={t("Close")} type="submit">
          <Icon name="close" />
        </button>
      </form>
      {above}
    </dialog>
  )
}

/** A body that scrolls is what a browser gives the focus to, before the first field in it. */
function useFirstField(id: string) {
  useEffect(() => {
    const dialog = document.getElementById(id)
    const leaveScroller = () => {
      const body = dialog?.querySelector(".ui-dialog-body")
      if (body !== undefined && body !== null && document.activeElement === body) focusFirst(body)
    }
    // React hears of it at dialogs that it made itself, and not at those of the server.
    dialog?.addEventListener("toggle", leaveScroller)
    return () => dialog?.removeEventListener("toggle", leaveScroller)
  }, [id])
}

/** What a button needs to open the dialog: the browser does it, even before hydration; script where it cannot. */
export function opens(id: string) {
  return {
    command: "show-modal",
    commandfor: id,
    "aria-haspopup": "dialog" as const,
    onClick: () => {
      if (!("commandForElement" in HTMLButtonElement.prototype)) showDialog(id)
    },
  }
}

/** Opens the dialog unless it is open already. */
export function showDialog(id: string): void {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
