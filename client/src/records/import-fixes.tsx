import { useState } from "react"
import type { KeyboardEvent } from "react"

import type { ImportResult } from "#client/services/imports.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import { cellAt, isCorrectable } from "./import-table.ts"
import { importText } from "./import-texts.ts"
import type { Import } from "./use-import.ts"

/** More of them are corrected in the file. */
const SHOWN = 100

type Errors = ImportResult["rows"][number]["errors"]

/** The rows that were wrong, each wrong cell where it can be corrected. Those that are right by now stay, marked. */
export function ImportFixes({ job }: { job: Import }) {
  const t = useText()
  const { plan, wrong, checked } = job
  if (plan === null || wrong.size === 0) return null
  const errors = new Map(checked?.rows.map((row) => [row.row, row.errors]))
  const rows = [...wrong.keys()].toSorted((one, other) => one - other)
  const shown = rows.slice(0, SHOWN)
  const everWrong = (name: string) => shown.some((row) => wrong.get(row)?.has(name))
  const columns = plan.table.read.columns
    .map(({ name }) => name)
    .filter((name) => name !== "" && plan.mapping[name] !== "")
    .toSorted((one, other) => Number(everWrong(other)) - Number(everWrong(one)))
  return (
    <section aria-labelledby="import-fixes" className="rc-import-part">
      <h3 id="import-fixes">{t("Rows to correct")}</h3>
      <div className="rc-import-scroll">
        <table className="ui-table rc-import-fixes">
          <thead>
            <tr>
              <th className="ui-number" scope="col">
                {t("Row")}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <bdi>{column}</bdi>
                </th>
              ))}
              <th scope="col">
                <span className="u-hidden">{t("Skip row")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FixRow
                columns={columns}
                errors={errors.get(row) ?? null}
                job={job}
                key={row}
                row={row}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN ? (
        <p className="rc-muted">
          {t.count(
            rows.length - SHOWN,
            "The file of rejected rows has {count} more.",
            "The file of rejected rows has {count} more.",
          )}
        </p>
      ) : null}
    </section>
  )
}

interface FixRowProps {
  job: Import
  row: number
  columns: readonly string[]
  /** What is wrong with it now; `null` while that is not known. */
  errors: Errors | null
}

function FixRow({ job, row, columns, errors }: FixRowProps) {
  const t = useText()
  const { plan, wrong, fix, skip } = job
  if (plan === null) return null
  const cells = wrong.get(row)
  const ofRow = errors?.filter(({ column }) => column === null) ?? []
  const canFix = isCorrectable(plan.table)
  return (
    <tr>
      <th className="ui-number" scope="row">
        {row}
        {errors?.length === 0 ? <p className="rc-fixed">{t("Corrected")}</p> : null}
        {ofRow.map(({ detail }) => (
          <p className="ui-error" key={detail}>
            {importText(t, detail)}
          </p>
        ))}
      </th>
      {columns.map((column) => {
        const text = cellAt(plan.table, row, column)
        const own = errors?.filter((error) => error.column === column) ?? []
        const isOpen = canFix && (cells?.has(column) === true || cells?.has(null) === true)
        return (
          <td data-label={column} key={column}>
            {isOpen ? (
              <FixCell
                isWrong={own.length > 0}
                key={text}
                label={t("{column}, row {row}", { column, row })}
                onFix={(next) => fix({ row, column, text: next })}
                text={text ?? ""}
              />
            ) : (
              <bdi>{text}</bdi>
            )}
            {own.map(({ detail }) => (
              <p className="ui-error" key={detail}>
                {importText(t, detail)}
              </p>
            ))}
          </td>
        )
      })}
      <td>
        {canFix ? (
          <Button look="quiet" onClick={() => skip(row)}>
            {t("Skip row")}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

interface FixCellProps {
  label: string
  text: string
  isWrong: boolean
  onFix: (text: string) => void
}

/** Checked when it is left, or by Enter, which leads to the next one. */
function FixCell({ label, text, isWrong, onFix }: FixCellProps) {
  const [typed, setTyped] = useState(text)
  return (
    <input
      aria-invalid={isWrong || undefined}
      aria-label={label}
      className="ui-input"
      dir="auto"
      onBlur={() => {
        if (typed !== text) onFix(typed)
      }}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={leadOn}
      type="text"
      value={typed}
    />
  )
}

/** Enter leads to the next cell, and out of the last one. */
function leadOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return
  event.preventDefault()
  const fields = [...(event.currentTarget.closest("table")?.querySelectorAll("input") ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (next === undefined) event.currentTarget.blur()
  else next.focus()
}
