import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"

export type TagTone = "plain" | "accent" | "ok" | "warning" | "danger"

type TagProps = ComponentProps<"span"> & { tone?: TagTone }

/** A state in a word or two; the word says it, the colour repeats it. */
export function Tag({ tone = "plain", className, children, ...rest }: TagProps) {
  return (
    <span {...rest} className={classNames("ui-tag", `ui-tag-${tone}`, className)}>
      {children}
    </span>
  )
}
