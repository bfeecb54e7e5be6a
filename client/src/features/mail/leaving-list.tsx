import type { DateStyle } from "#client/lib/format/date.ts"
import type { Leaving } from "#client/services/mail/letters.ts"
import { useText } from "#client/ui/text.tsx"

import { LeavingLine, WhoseClock } from "./leaving-line.tsx"
import { nameOf } from "./names.ts"

interface LeavingListProps {
  leaving: readonly Leaving[]
  from: number
  style: DateStyle
}

/** When a letter leaves to each of its recipients. */
export function LeavingList({ leaving, from, style }: LeavingListProps) {
  const t = useText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard, too
    <ul aria-label={t("Send times")} className="ml-leaving" tabIndex={0}>
      {leaving.map((each) => (
        <li className="ml-leaving-one" key={each.address}>
          <bdi className="ml-leaving-who">{nameOf(each)}</bdi>
          <LeavingLine from={from} leaving={each} style={style} />
          <WhoseClock clockOf={each.clockOf} />
        </li>
      ))}
    </ul>
  )
}
