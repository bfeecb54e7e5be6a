import type { ReactNode } from "react"

interface PageHeadingProps {
  title: string
  children?: ReactNode
  /** Actions at the end of the line. */
  aside?: ReactNode
}

/** The one `h1` of a page; a route change moves the focus here. */
export function PageHeading({ title, children, aside }: PageHeadingProps) {
  return (
    <header className="ui-heading">
      <div className="ui-heading-text">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
      {aside}
    </header>
  )
}
