import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import type { ImportMode } from "#client/services/imports.ts"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Import } from "./use-import.ts"

const MODES: readonly { value: ImportMode; label: string }[] = [
  { value: "upsert", label: msg("Add new records and update existing ones") },
  { value: "insert", label: msg("Only add new records") },
  { value: "update", label: msg("Only update existing records") },
]

/** What few imports need: another mode, or another row of headings than the one that was found. */
export function ImportOptions({ job }: { job: Import }) {
  const t = useText()
  const { plan } = job
  const [typed, setTyped] = useState<string | null>(null)
  if (plan === null) return null
  const { table, mode } = plan
  const headerRow = String(table.read.headerRow)
  const take = () => {
    setTyped(null)
    const row = Number(typed ?? headerRow)
    if (Number.isSafeInteger(row) && row > 0 && String(row) !== headerRow) void job.take(table, row)
  }
  return (
    <details className="rc-import-part">
      <summary>{t("Options")}</summary>
      <div className="rc-import-options">
        <Field label={t("How rows are imported")} name="import-mode">
          {(control) => (
            <select
              {...control}
              className="ui-input ui-select"
              onChange={({ target }) => {
                const next = MODES.find(({ value }) => value === target.value)
                if (next !== undefined) job.setMode(next.value)
              }}
              required={false}
              value={mode}
            >
              {MODES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("Header row")} name="import-header">
          {(control) => (
            <input
              {...control}
              className="ui-input"
              inputMode="numeric"
              onBlur={take}
              onChange={({ target }) => setTyped(target.value)}
              required={false}
              type="text"
              value={typed ?? headerRow}
            />
          )}
        </Field>
      </div>
    </details>
  )
}
