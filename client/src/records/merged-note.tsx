import { formatDateTime } from "#client/lib/format/date.ts"
import { type Need, usePage } from "#client/services/page.tsx"
import type { HistoryEntry } from "#client/services/records.ts"

import { waysBack } from "./batches.ts"
import type { Look, Noun, Recorded } from "./noun.ts"
import { ownSource } from "./own-source.ts"
import { UndoBatch } from "./undo-batch.tsx"
import { useLabels } from "./use-names.ts"

interface MergedNoteProps<Row extends Recorded> {
  noun: Noun<Row>
  /** The id of the record that took the place of the one that is shown. */
  into: string
  history: Need<readonly HistoryEntry[]>
  look: Look
  /** Why the user may not undo it; `null` when nothing is in the way. */
  whyNot: string | null
}

/** Where a record went that was merged into another one, and the way back. */
export function MergedNote<Row extends Recorded>(props: MergedNoteProps<Row>) {
  const { noun, into, history, look, whyNot } = props
  const { t, style, now } = look
  const { session } = usePage()
  const nameOf = useLabels(ownSource(noun), [into])
  const entries = history.status === "ready" ? history.data : []
  const ways = waysBack(entries, now, session?.user._id ?? "")
  const merge = entries.find(({ action }) => action.endsWith(".merge"))
  const way = merge === undefined ? undefined : ways.get(merge._id)
  const name = nameOf(into)
  const link = (
    <a href={noun.paths.record?.(into) ?? noun.paths.list({ page: 1 })}>
      {name === "" || name === into ? t("another record") : <bdi>{name}</bdi>}
    </a>
  )
  return (
    <div className="rc-bar" role="note">
      <p>
        {merge === undefined
          ? t.nodes("This was merged into {record}.", { record: link })
          : t.nodes("This was merged into {record} by {name} on {time}.", {
              record: link,
              name: merge.actor.name === "" ? t("the system") : merge.actor.name,
              time: formatDateTime(merge.at, style),
            })}
      </p>
      {way === undefined ? null : <UndoBatch service={noun.service} way={way} whyNot={whyNot} />}
    </div>
  )
}
