import type { ComponentProps, MouseEvent } from "react"

import { classNames } from "#client/ui/class-names.ts"

export type ButtonLook = "primary" | "secondary" | "quiet" | "on-board"

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  look?: ButtonLook
  /** Sends the form around it. */
  submits?: boolean
  /** What is going on, shown instead of the label; pressing again does nothing meanwhile. */
  pending?: string | null
}

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = "secondary", className?: string): string {
  return classNames("ui-button", `ui-button-${look}`, className)
}

/** A button keeps its focus while it is pending: it is announced as disabled, not taken away. */
export function Button(props: ButtonProps) {
  const { look, submits, pending, className, onClick, children, ...rest } = props
  const isPending = typeof pending === "string"
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      aria-disabled={isPending || rest["aria-disabled"]}
      className={buttonClass(look, className)}
      onClick={press}
      type={submits === true ? "submit" : "button"}
    >
      {isPending ? (
        <>
          <span aria-hidden="true" className="ui-spinner" />
          {pending}
        </>
      ) : (
        children
      )}
    </button>
  )
}
