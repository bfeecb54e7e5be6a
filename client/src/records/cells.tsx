/** What cells of lists are made of. */
import type { ReactNode } from "react"

import { formatDateTime, formatDay } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import { Ago, Instant, Limit } from "#client/ui/time.tsx"

import type { Look } from "./noun.ts"

/** A code: tabular and left to right in every script; a press copies it. A dash where there is none. */
export function Code({ children }: { children: string | number | null | undefined }) {
  return children == null || children === "" ? (
    <Dash />
  ) : (
    <bdi className="ui-code" data-copy="">
      {children}
    </bdi>
  )
}

/** An address, a telephone number: left to right in every script, copied by a press, and a dash where there is none. */
export function Line({ children }: { children: string | null | undefined }) {
  return children == null || children === "" ? (
    <Dash />
  ) : (
    <bdi data-copy="" dir="ltr">
      {children}
    </bdi>
  )
}

/** A text that may break where every other cell stays in one line. */
export function Long({ children }: { children: ReactNode }) {
  return <bdi className="rc-long">{children === "" ? <Dash /> : children}</bdi>
}

/** There is none. */
export function Dash() {
  return <span className="rc-muted">–</span>
}

/** Small things side by side. */
export function Tags({ children }: { children: ReactNode }) {
  return <span className="rc-tags">{children}</span>
}

/** An instant, with its zone. */
export function moment(instant: string | null | undefined, { style }: Look): ReactNode {
  return instant == null ? (
    <Dash />
  ) : (
    <Instant dateTime={instant}>{formatDateTime(instant, style)}</Instant>
  )
}

/** A time by which something has to happen, with how long it is until then. */
export function limit(instant: string | null | undefined, { style, now }: Look): ReactNode {
  return instant == null ? (
    <Dash />
  ) : (
    <Limit exact={formatDateTime(instant, style)} instant={instant} now={now} />
  )
}

/** How long ago it was, or in how long it will be; the time with its zone is shown on hover and on focus. */
export function ago(instant: string | null | undefined, { t, style, now }: Look): ReactNode {
  return instant == null ? (
    <Dash />
  ) : (
    <Ago
      exact={formatDateTime(instant, style)}
      instant={instant}
      relative={t.phrase(relativePhrase(instant, now))}
    />
  )
}

/** A day that is the same in every zone. */
export function plainDay(value: string | null | undefined, { style }: Look): ReactNode {
  return value == null ? <Dash /> : <Instant dateTime={value}>{formatDay(value, style)}</Instant>
}
