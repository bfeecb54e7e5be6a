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
      <span className="ui-time-exact">{exact}</span>
    </time>
  )
}

/** In a narrow place: how long ago, and the exact time in its place on hover and on focus. Both are read out. */
export function Ago({ instant, relative, exact }: TimeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what hovering shows, the keyboard must show, too
    <time className="ui-ago" dateTime={instant} tabIndex={0}>
      {relative}
      <span className="ui-ago-exact">{exact}</span>
    </time>
  )
}
