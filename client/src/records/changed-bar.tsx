import { formatDateTime } from "#client/lib/format/date.ts"
import type { HistoryEntry } from "#client/services/records.ts"
import { Button } from "#client/ui/button.tsx"

import type { Values } from "./fields.ts"
import type { Look } from "./noun.ts"
import type { RecordForm } from "./use-record-form.ts"
import { changedNames } from "./values.ts"

interface ChangedBarProps {
  form: RecordForm
  /** The record as it is stored now. */
  now: Values
  /** What was done last, where it is known. */
  last: HistoryEntry | undefined
  look: Look
}

/** Somebody has changed the record since this form was opened, and something was typed here. */
export function ChangedBar({ form, now, last, look }: ChangedBarProps) {
  const { t, style } = look
  const { base } = form.state
  const names = changedNames(form.fields, base, now)
  const isLater = Number(now["version"] ?? 0) > Number(base["version"] ?? 0)
  if (!isLater || form.state.saving || form.dirty.length === 0 || names.length === 0) return null
  const fields = form.fields
    .filter(({ name }) => names.includes(name))
    .map(({ label }) => t(label))
    .join(", ")
  return (
    <div className="rc-bar">
      <output>
        {last === undefined || last.actor.name === ""
          ? t("This has changed since you opened it: {fields}.", { fields })
          : t("{name} changed this at {time}, after you opened it: {fields}.", {
              name: last.actor.name,
              time: formatDateTime(last.at, style),
              fields,
            })}
      </output>
      <Button onClick={() => form.takeOver(now)}>{t("Use these values")}</Button>
    </div>
  )
}
