import { useNavigate } from "react-router"

import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Noun, Recorded } from "./noun.ts"
import { inPlace } from "./reading.tsx"
import { wayBack } from "./way-back.ts"

interface BackLinkProps<Row extends Recorded> {
  noun: Noun<Row>
  id: string
}

/** To the list as it was left: its page, its filters, the place that it was scrolled to, and the row of this record. */
export function BackLink<Row extends Recorded>({ noun, id }: BackLinkProps<Row>) {
  const t = useText()
  const navigate = useNavigate()
  // What is one of its kind has no list.
  if (noun.paths.record === undefined) return null
  const back = () => void navigate(wayBack(noun), { state: { row: id } })
  return (
    <p className="rc-back">
      <a href={noun.paths.list({ page: 1 })} onClick={inPlace(back)}>
        <Icon height="14" name="arrow-back" width="14" />
        {t("Back to {list}", { list: t(noun.titles.list) })}
      </a>
    </p>
  )
}
