import { formatDate, formatDateTime, formatTime } from "#client/lib/format/date.ts"
import { usePage } from "#client/services/page.tsx"
import { Button } from "#client/ui/button.tsx"
import { Diff } from "#client/ui/diff.tsx"
import { useText } from "#client/ui/text.tsx"

import type { FieldSpec, Values } from "./fields.ts"
import type { Look } from "./noun.ts"
import type { KeptDraft } from "./use-draft.ts"
import { valueText } from "./value-text.ts"
import { valueAt } from "./values.ts"

interface DraftBarProps {
  draft: KeptDraft
  /** What people call the record. */
  record: string
  /** As it is stored. */
  base: Values
  fields: readonly FieldSpec[]
  look: Look
}

/** Offers what was typed and not saved, field by field beside what is stored. */
export function DraftBar({ draft, record, base, fields, look: { style } }: DraftBarProps) {
  const t = useText()
  const { env } = usePage()
  const { offered, restore, discard } = draft
  if (offered === null) return null
  const changed = fields.filter(({ name }) => Object.hasOwn(offered.changes, name))
  const isToday = formatDate(offered.at, style) === formatDate(env.now, style)
  const text = (value: unknown, field: FieldSpec) =>
    value == null || value === "" ? null : valueText(value, field, t)
  return (
    <section aria-label={t("Unsaved changes")} className="rc-bar rc-draft">
      <p aria-live="polite">
        {t.count(
          changed.length,
          "Restore unsaved changes to {record} ({count} field, {time})?",
          "Restore unsaved changes to {record} ({count} fields, {time})?",
          { record, time: (isToday ? formatTime : formatDateTime)(offered.at, style) },
        )}
      </p>
      <Button look="primary" onClick={restore}>
        {t("Restore")}
      </Button>
      <Button look="quiet" onClick={discard}>
        {t("Discard")}
      </Button>
      <Diff
        changes={changed.map((field) => ({
          path: field.name,
          label: t(field.label),
          old: text(valueAt(base, field.name), field),
          new: text(offered.changes[field.name], field),
        }))}
        dense
      />
    </section>
  )
}
