import type { ComponentProps, ReactNode } from "react"

import { classNames } from "#client/ui/class-names.ts"

type MenuProps = Omit<ComponentProps<"div">, "id" | "popover"> & {
  id: string
  /** What the button that opens it shows. */
  button: ReactNode
  /** Read out in place of the button's content. */
  label: string
}

/** A button with a panel that opens and closes without script: Escape or a press elsewhere closes it. */
export function Menu({ id, button, label, className, children, ...rest }: MenuProps) {
  return (
    <>
      <button aria-label={label} className="ui-menu-button" popoverTarget={id} type="button">
        {button}
      </button>
      <div {...rest} className={classNames("ui-menu", className)} id={id} popover="auto">
        {children}
      </div>
    </>
  )
}
