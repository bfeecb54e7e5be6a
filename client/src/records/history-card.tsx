import { deedOf } from "#client/lib/deeds.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { asOfPath } from "#client/paths.ts"
import { type Need, useDeclares, usePage } from "#client/services/page.tsx"
import type { HistoryEntry } from "#client/services/records.ts"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { Diff } from "#client/ui/diff.tsx"
import { useText } from "#client/ui/text.tsx"

import { AsOfForm } from "./as-of-form.tsx"
import { isStep, waysBack } from "./batches.ts"
import { moment } from "./cells.tsx"
import type { FieldSpec } from "./fields.ts"
import type { Look } from "./noun.ts"
import { UndoBatch } from "./undo-batch.tsx"
import { pathOfPointer } from "./values.ts"

interface HistoryCardProps {
  need: Need<readonly HistoryEntry[]>
  fields: readonly FieldSpec[]
  look: Look
  /** Where a batch that the record was part of is taken back; absent where there are none of its kind. */
  batches?: { service: string; whyNot: string | null }
}

/** What was done to the record, newest first; opens without script. */
export function HistoryCard({ need, fields, look, batches }: HistoryCardProps) {
  const t = useText()
  const { url, session } = usePage()
  const [record = ""] = url.split("?", 1)
  const hasPast = useDeclares("asOf")
  const isThere = need.status === "ready"
  useShortcut("h", msg("History"), isThere ? toggleHistory : null, { where: "record" })
  if (!isThere) return null
  const ways = waysBack(need.data, look.now, session?.user._id ?? "")
  const labelOf = (pointer: string) => {
    const path = pathOfPointer(pointer)
    const field = fields.find(({ name }) => name === path || path.startsWith(`${name}.`))
    return field === undefined ? {} : { label: t(field.label) }
  }
  const wayOf = ({ _id }: HistoryEntry) => {
    const way = ways.get(_id)
    return batches === undefined || way === undefined ? null : <UndoBatch {...batches} way={way} />
  }
  return (
    <details className="rc-history" id="history">
      <summary>{t("History")}</summary>
      {hasPast ? <AsOfForm at={null} record={record} /> : null}
      <ol>
        {need.data.map((entry) => (
          <li key={entry._id}>
            <p>
              {t.nodes("{name}, {time}", {
                name: entry.actor.name === "" ? t("The system") : entry.actor.name,
                time: moment(entry.at, look),
              })}{" "}
              <span className="rc-muted">
                <bdi>{t(deedOf(entry.action).text)}</bdi>
              </span>{" "}
              {hasPast && isStep(entry) ? (
                <a
                  aria-label={t("View record as of {time}", {
                    time: formatDateTime(entry.at, look.style),
                  })}
                  className="rc-then"
                  href={asOfPath(record, entry.at)}
                >
                  {t("View record")}
                </a>
              ) : null}
            </p>
            {entry.changes.length === 0 ? null : (
              <Diff
                changes={entry.changes.map((change) => ({
                  ...labelOf(change.path),
                  path: change.path,
                  old: change.old,
                  new: change.new,
                  masked: change.masked,
                }))}
                dense
              />
            )}
            {wayOf(entry)}
          </li>
        ))}
      </ol>
    </details>
  )
}

function toggleHistory(): void {
  const details = document.getElementById("history")
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = !details.open
  details.querySelector("summary")?.focus()
}
