import type { ReactNode } from "react"

/** Title of a guest page and the way to the other one. */
export function GuestHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="ac-heading">
      <h1 tabIndex={-1}>{title}</h1>
      <p>{children}</p>
    </header>
  )
}
