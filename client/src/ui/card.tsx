import type { ComponentProps, ReactNode } from "react"

import { classNames } from "#client/ui/class-names.ts"

type CardProps = Omit<ComponentProps<"section">, "title"> & {
  /** Becomes the section's name; the id makes it one. */
  id: string
  title: string
  /** Stands at the end of the title's line. */
  aside?: ReactNode
}

/** A titled part of a page. */
export function Card({ id, title, aside, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} aria-labelledby={`${id}-title`} className={classNames("ui-card", className)}>
      <header className="ui-card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
