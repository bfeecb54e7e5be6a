import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { shapes } from "#client/ui/icon-shapes.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"

type IconProps = Omit<ComponentProps<"svg">, "children"> & { name: IconName }

/** A drawing beside a text that says the same; it is never read out by itself. */
export function Icon({ name, className, ...rest }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("ui-icon", isDirected(name) && "ui-icon-way", className)}
      fill="none"
      height="20"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
      width="20"
      {...rest}
    >
      <path d={shapes[name]} />
    </svg>
  )
}

/** Points along the line of reading, so it is mirrored where that runs from right to left. */
function isDirected(name: IconName): boolean {
  return /-(?:start|end|out)$/u.test(name)
}
