import { dateStyle, formatDate, formatTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { usePage } from "#client/services/page.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Place } from "./sources.ts"

const KINDS = {
  airport: msg("Airport"),
  oceanport: msg("Ocean port"),
  receivinglocation: msg("Receiving location"),
} as const satisfies Record<Place["kind"], string>

const WARNINGS = {
  codesDiffer: msg("The IATA code differs from the last three letters of the UN/LOCODE."),
  sharedCode: msg("This code covers several airports in the city."),
} as const satisfies Record<Place["warnings"][number], string>

interface PlaceFactsProps {
  place: Place
  /** Milliseconds since the epoch at which it was found. */
  now: number
}

/** Kind of a place, the time there, the next change of its clock, and what to mind. */
export function PlaceFacts({ place, now }: PlaceFactsProps) {
  const t = useText()
  const { session } = usePage()
  const { kind, timezone, nextChange, warnings } = place
  const style = dateStyle(timezone, session?.user)
  return (
    <span className="rc-place">
      <span>{t(KINDS[kind])}</span>
      <span>{formatTime(now, style)}</span>
      {nextChange === null ? null : (
        <span>
          {t("UTC{offset} from {date}", {
            offset: nextChange.offset,
            date: formatDate(nextChange.at, style),
          })}
        </span>
      )}
      {warnings.map((warning) => (
        <span className="rc-place-warning" key={warning}>
          <Icon height="14" name="warning" width="14" />
          {t(WARNINGS[warning])}
        </span>
      ))}
    </span>
  )
}
