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
