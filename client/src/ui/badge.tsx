import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"

type BadgeProps = Omit<ComponentProps<"span">, "children"> & { count: number }

/** A small number on a corner; nothing for zero, '9+' above nine (specification 2). */
export function Badge({ count, className, ...rest }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span {...rest} aria-hidden="true" className={classNames("ui-badge", className)}>
      {count > 9 ? "9+" : count}
    </span>
  )
}
