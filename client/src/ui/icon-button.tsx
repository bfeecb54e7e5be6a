import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"

type IconButtonProps = Omit<ComponentProps<"button">, "type" | "aria-label"> & {
  icon: IconName
  /** The name it is read out by and the tip it shows. */
  label: string
  /** Sends the form around it. */
  submits?: boolean
}

/** A square button with a drawing; its children (such as a badge) lie on top. */
export function IconButton({
  icon,
  label,
  submits = false,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      aria-label={label}
      className={classNames("ui-icon-button", className)}
      type={submits ? "submit" : "button"}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
