import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { Icon } from "#client/ui/icon.tsx"

type BannerProps = ComponentProps<"div"> & { tone: "warning" | "danger" }

/** A notice about the whole page that stays until its cause is gone. */
export function Banner({ tone, className, children, ...rest }: BannerProps) {
  return (
    <div {...rest} className={classNames("ui-banner", `ui-banner-${tone}`, className)}>
      <Icon name={tone === "danger" ? "warning" : "info"} />
      <div className="ui-banner-text">{children}</div>
    </div>
  )
}
