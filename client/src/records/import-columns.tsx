import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import type { ImportColumn, ImportField } from "#client/services/imports.ts"
import { useText } from "#client/ui/text.tsx"

import { doubled } from "./import-table.ts"
import { importText } from "./import-texts.ts"
import type { Import } from "./use-import.ts"

const BASES: Readonly<Record<ImportColumn["by"], string | null>> = {
  before: msg("Same as last time"),
  name: null,
  content: msg("By content"),
  none: null,
}

/** What each column is about; two for the same field are marked, and stop the import. */
export function ImportColumns({ job }: { job: Import }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const { plan, map } = job
  if (plan === null) return null
  const { table, mapping } = plan
  const named = table.read.columns.filter(({ name }) => name !== "")
  const read = named.filter(({ name }) => mapping[name] !== "")
  const twice = doubled(mapping)
  return (
    <details className="rc-import-part" open={twice.length > 0 || read.length < named.length}>
      <summary>
        {t("Columns: {read} of {all} will be imported", { read: read.length, all: named.length })}
      </summary>
      <div className="rc-import-scroll">
        <table className="ui-table rc-import-columns">
          <caption className="u-hidden">{t("Columns")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Column")}</th>
              <th scope="col">{t("First values")}</th>
              <th scope="col">{t("Field")}</th>
            </tr>
          </thead>
          <tbody>
            {named.map(({ name, by, field, samples }) => {
              const own = mapping[name] ?? ""
              const basis = own === field ? BASES[by] : null
              return (
                <tr key={name}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td className="rc-muted">
                    <bdi>{samples.join(" · ")}</bdi>
                  </td>
                  <td>
                    <select
                      aria-invalid={twice.includes(name) || undefined}
                      aria-label={t("Field for {column}", { column: name })}
                      className="ui-input ui-select"
                      onChange={({ target }) => map(name, target.value)}
                      value={own}
                    >
                      <option value="">{t("Skip column")}</option>
                      <Fields fields={table.read.fields} isWhole={isWhole} own={own} />
                    </select>
                    {basis === null ? null : <p className="rc-muted">{t(basis)}</p>}
                    {twice.includes(name) ? (
                      <p className="ui-error">{t("Another column is mapped to the same field.")}</p>
                    ) : null}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <label className="rc-import-whole">
        <input
          checked={isWhole}
          onChange={({ target }) => setWhole(target.checked)}
          type="checkbox"
        />{" "}
        {t("Include technical fields such as IDs")}
      </label>
    </details>
  )
}

interface FieldsProps {
  fields: readonly ImportField[]
  isWhole: boolean
  /** The one that is chosen is always among them. */
  own: string
}

function Fields({ fields, isWhole, own }: FieldsProps) {
  const t = useText()
  const offered = fields.filter(
    ({ field, isTechnical }) => isWhole || !isTechnical || field === own,
  )
  return offered.map(({ field, label, place }) => (
    <option key={field} value={field}>
      {place === 1 ? importText(t, label) : `${importText(t, label)} ${place}`}
    </option>
  ))
}
