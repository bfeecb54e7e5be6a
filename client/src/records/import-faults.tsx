import type { ImportResult } from "#client/services/imports.ts"
import { useText } from "#client/ui/text.tsx"

import { cellAt, withCell } from "./import-table.ts"
import type { ImportTable } from "./import-table.ts"

interface ImportFaultsProps {
  table: ImportTable
  result: ImportResult
  onMend: (table: ImportTable) => void
}

/** More of them are mended in the file. */
const SHOWN = 100

/** The cells that are wrong, each where it can be mended, and why. */
export function ImportFaults({ table, result, onMend }: ImportFaultsProps) {
  const t = useText()
  const faults = result.rows.flatMap(({ row, errors }) =>
    errors.map(({ column, detail }) => ({ row, column, detail })),
  )
  if (faults.length === 0) return null
  return (
    <div className="rc-import-scroll">
      <table className="ui-table">
        <caption className="u-hidden">{t("What is wrong")}</caption>
        <thead>
          <tr>
            <th className="ui-number" scope="col">
              {t("Row")}
            </th>
            <th scope="col">{t("Column")}</th>
            <th scope="col">{t("Value")}</th>
            <th scope="col">{t("What is wrong")}</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, SHOWN).map(({ row, column, detail }, index) => {
            const text = column === null ? undefined : cellAt(table, row, column)
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a cell may be wrong in two ways
              <tr key={index}>
                <td className="ui-number">{row}</td>
                <td>{column === null ? t("The whole row") : <bdi>{column}</bdi>}</td>
                <td>
                  {column === null || text === undefined ? null : (
                    <input
                      aria-label={t("{column} of row {row}", { column, row })}
                      className="ui-input"
                      dir="auto"
                      onChange={({ target }) =>
                        onMend(withCell(table, { row, column, text: target.value }))
                      }
                      type="text"
                      value={text}
                    />
                  )}
                </td>
                <td>{t(detail)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {faults.length > SHOWN ? (
        <p className="rc-muted">
          {t.count(
            faults.length - SHOWN,
            "{count} more is in the file of wrong rows that the import leaves.",
            "{count} more are in the file of wrong rows that the import leaves.",
          )}
        </p>
      ) : null}
    </div>
  )
}
