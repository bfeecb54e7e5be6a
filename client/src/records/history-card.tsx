import { formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import type { Need } from "#client/services/page.tsx"
import type { HistoryEntry } from "#client/services/records.ts"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { Diff } from "#client/ui/diff.tsx"
import { type Say, useText } from "#client/ui/text.tsx"

import { withWayBack } from "./batches.ts"
import type { FieldSpec } from "./fields.ts"
import type { Look } from "./noun.ts"
import { TakeBack } from "./take-back.tsx"
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
  const isThere = need.status === "ready"
  useShortcut("h", msg("History"), isThere ? toggleHistory : null, { where: "record" })
  if (!isThere) return null
  const ways = batches === undefined ? null : withWayBack(need.data, look.now)
  const labelOf = (pointer: string) => {
    const path = pathOfPointer(pointer)
    const field = fields.find(({ name }) => name === path || path.startsWith(`${name}.`))
    return field === undefined ? {} : { label: t(field.label) }
  }
  return (
    <details className="rc-history" id="history">
      <summary>{t("History")}</summary>
      <ol>
        {need.data.map((entry) => (
          <li key={entry._id}>
            <p>
              {t("{name}, {time}", {
                name: entry.actor.name === "" ? t("The system") : entry.actor.name,
                time: formatDateTime(entry.at, look.style),
              })}{" "}
              <span className="rc-muted">
                <bdi>{entry.action}</bdi>
              </span>
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
            {batches === undefined ||
            entry.batchId === null ||
            ways?.has(entry._id) !== true ? null : (
              <TakeBack {...batches} batchId={entry.batchId} label={wayBackText(entry, t)} />
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function wayBackText({ origin, action }: HistoryEntry, t: Say): string {
  if (origin === "import") return t("Undo import")
  return action.endsWith(".merge") ? t("Undo merge") : t("Undo bulk change")
}

function toggleHistory(): void {
  const details = document.getElementById("history")
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = !details.open
  details.querySelector("summary")?.focus()
}
