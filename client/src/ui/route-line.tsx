import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { Icon } from "#client/ui/icon.tsx"

type RouteLineProps = ComponentProps<"ol"> & {
  /** Runs across where there is room, otherwise downwards like every other. */
  across?: boolean
}

/** A list drawn as the line of a route diagram, for things that follow each other. */
export function RouteLine({ across, className, children, ...rest }: RouteLineProps) {
  return (
    <ol {...rest} className={classNames("ui-line", across === true && "ui-line-across", className)}>
      {children}
    </ol>
  )
}

type StopProps = ComponentProps<"li"> & {
  /** `passed` is ticked, `next` is where one stands, `ahead` is still to come, `plain` marks an event. */
  state: "passed" | "next" | "ahead" | "plain"
}

/** One station of a `RouteLine`. */
export function Stop({ state, className, children, ...rest }: StopProps) {
  return (
    <li {...rest} className={classNames("ui-stop", `ui-stop-${state}`, className)}>
      <span className="ui-stop-mark">
        {state === "passed" ? <Icon height="12" name="check" strokeWidth="2.6" width="12" /> : null}
      </span>
      <div className="ui-stop-text">{children}</div>
    </li>
  )
}
