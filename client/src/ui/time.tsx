import { type ComponentProps, type ReactNode, createContext, use } from "react"

import { limitPhrase } from "#client/lib/format/relative.ts"
import { useText } from "#client/ui/text.tsx"
import { useCountdown } from "#client/ui/use-countdown.ts"

interface ClocksOfPage {
  /** The zone in which this page shows times. */
  zone: string
  /** Whether a time can be opened to be read on other clocks; not before there is script. */
  opens: boolean
}

/** Where times can be opened, see `clock-presses.tsx`; elsewhere a time is only read. */
export const Clocks = createContext<ClocksOfPage | null>(null)

/** Marks a time that a press or Enter opens. One listener serves all of them, so that a long list costs nothing more. */
const OPENS = {
  role: "button",
  tabIndex: 0,
  "aria-haspopup": "dialog",
  "data-clocks": "",
} as const

/** What an element needs to say its zone, and to be opened; nothing where it is a day, which is the same in every zone. */
function useOpening(instant: string, isPart = false) {
  const clocks = use(Clocks)
  if (clocks === null || !instant.includes("T")) return {}
  const title = clocks.zone.replaceAll("_", " ")
  return isPart || !clocks.opens ? { title } : { title, ...OPENS }
}

type InstantProps = ComponentProps<"time"> & {
  /** RFC 3339, or a day. */
  dateTime: string
  /** It stands in a link or a button, which does something else. */
  isPart?: boolean
}

/**
 * A moment as text, on the clock of some zone; it opens to be read on other clocks. The countries change their clocks, and
 * server and browser may have been built with rules of different years: then what the server wrote stays until the moment
 * shown is another one.
 */
export function Instant({ isPart, ...props }: InstantProps) {
  return <time {...useOpening(props.dateTime, isPart)} {...props} suppressHydrationWarning />
}

interface TimeProps {
  /** RFC 3339. */
  instant: string
  /** How long ago, such as "3 h ago". */
  relative: ReactNode
  /** With zone, such as "20 Nov 2026, 14:05 CET". */
  exact: string
}

/** Both at once: nobody has to hover to learn when something happened. */
export function Time({ instant, relative, exact }: TimeProps) {
  return (
    <time {...useOpening(instant)} className="ui-time" dateTime={instant}>
      <span>{relative}</span>{" "}
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
    <time tabIndex={0} {...useOpening(instant)} className="ui-ago" dateTime={instant}>
      {relative}{" "}
      <span className="ui-ago-exact" suppressHydrationWarning>
        {exact}
      </span>
    </time>
  )
}

interface LimitProps extends CountdownProps {
  /** RFC 3339. */
  instant: string
  exact: string
}

/** A time by which something has to happen, or will: with how long it is until then. */
export function Limit({ instant, exact, now }: LimitProps) {
  return (
    <time {...useOpening(instant)} dateTime={instant}>
      <span suppressHydrationWarning>{exact}</span>{" "}
      <span className="ui-limit-left">
        (<Countdown instant={instant} now={now} />)
      </span>
    </time>
  )
}

interface CountdownProps {
  /** RFC 3339, or milliseconds since the epoch. */
  instant: string | number
  /** When the page was rendered: from there the countdown goes on. */
  now: string | number
}

/** "in 3 hours", kept right while the page is open. It is no live region: a reader hears it where it is read, not as it changes. */
export function Countdown({ instant, now }: CountdownProps) {
  const t = useText()
  return <>{t.phrase(limitPhrase(instant, useCountdown(instant, now)))}</>
}
