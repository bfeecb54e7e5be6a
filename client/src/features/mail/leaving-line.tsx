import type { DateStyle } from "#client/lib/format/date.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import type { Leaving } from "#client/services/mail/letters.ts"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import { twoClocks } from "./leaving.ts"

/** Said where it is not the recipient's own clock. */
const WHOSE: Readonly<Partial<Record<Leaving["clockOf"], string>>> = {
  company: msg("Time zone unknown. Your company's is used."),
  country: msg("Time zone of their country"),
  organisation: msg("Time zone of their organisation"),
}

interface LeavingLineProps {
  leaving: Leaving
  /** The instant from which it is looked at, in milliseconds since the epoch. */
  from: number
  style: DateStyle
  /** It stands in a button. */
  isPart?: boolean
}

/** When a mail leaves to one recipient, on their clock and the reader's: "Tue 09:00 in Shanghai, 02:00 for you". */
export function LeavingLine({ leaving, from, style, isPart = false }: LeavingLineProps) {
  const t = useText()
  const { at, atOnce } = leaving
  const { theirs, place, own } = twoClocks(leaving, from, style)
  const values = { time: <bdi>{theirs}</bdi>, place: <bdi>{place}</bdi>, own: <bdi>{own}</bdi> }
  return (
    <Instant dateTime={at} isPart={isPart} title={formatDateTime(at, style)}>
      {atOnce
        ? t.nodes("Now: {time} in {place}", values)
        : t.nodes("{time} in {place}, {own} for you", values)}
    </Instant>
  )
}

/** Whose clock it is, where that is worth a word. */
export function WhoseClock({ clockOf }: Pick<Leaving, "clockOf">) {
  const t = useText()
  const text = WHOSE[clockOf]
  return text === undefined ? null : <span className="ml-leaving-whose">{t(text)}</span>
}
