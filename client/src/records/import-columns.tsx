import { useText } from "#client/ui/text.tsx"

import { cellAt, doubled } from "./import-table.ts"
import type { Import } from "./use-import.ts"

/** What each column stands for; two that stand for the same are told of, and stop the import. */
export function ImportColumns({ job }: { job: Import }) {
  const t = useText()
  const { table, fields, mapping, map } = job
  if (table === null || table.columns.length === 0) return null
  const twice = doubled(mapping)
  return (
    <div className="rc-import-scroll">
      <table className="ui-table rc-import-columns">
        <caption className="u-hidden">{t("What the columns stand for")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Column")}</th>
            <th scope="col">{t("First value")}</th>
            <th scope="col">{t("Field")}</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- names of columns may be given twice
            <tr key={`${column}-${String(index)}`}>
              <th scope="row">
                <bdi>{column}</bdi>
              </th>
              <td>
                <bdi className="rc-muted">{cellAt(table, 2, column) ?? ""}</bdi>
              </td>
              <td>
                <select
                  aria-invalid={twice.includes(column) || undefined}
                  aria-label={t("Field of {column}", { column })}
                  className="ui-input ui-select"
                  onChange={({ target }) => map(column, target.value)}
                  value={mapping[column] ?? ""}
                >
                  <option value="">{t("Leave out")}</option>
                  {withOwn(fields, mapping[column] ?? "").map((field) => (
                    <option key={field} value={field}>
                      {field}
                    </option>
                  ))}
                </select>
                {twice.includes(column) ? (
                  <p className="ui-error">{t("Another column stands for the same field.")}</p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function withOwn(fields: readonly string[], own: string): readonly string[] {
  return own === "" || fields.includes(own) ? fields : [own, ...fields]
}
