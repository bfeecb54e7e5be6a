import type { ComponentProps } from "react"

/**
 * A moment as text, on the clock of some zone. The countries change their clocks, and server and browser may have been built
 * with rules of different years: then what the server wrote stays until the moment shown is another one.
 */
export function Instant(props: ComponentProps<"time">) {
  return <time {...props} suppressHydrationWarning />
}

interface TimeProps {
  /** RFC 3339. */
  instant: string
  /** How long ago, such as "3 h ago". */
  relative: string
  /** With zone, such as "20 Nov 2026, 14:05 CET". */
  exact: string
}

/** Both at once: nobody has to hover to learn when something happened. */
export function Time({ instant, relative, exact }: TimeProps) {
  return (
    <time className="ui-time" dateTime={instant}>
      <span>{relative}</span>
      <span className="ui-time-exact" suppressHydrationWarning>
        {exact}
      </span>
    </time>
  )
}

/** In a narrow place: how long ago, and the exact time in its place on hover and on focus. Both are read out. */
export function Ago({ instant, relative, exact }: TimeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what hovering shows, the keyboard must show, too
    <time className="ui-ago" dateTime={instant} tabIndex={0}>
      {relative}
      <span className="ui-ago-exact" suppressHydrationWarning>
        {exact}
      </span>
    </time>
  )
}
