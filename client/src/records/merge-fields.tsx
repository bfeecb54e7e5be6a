import { useText } from "#client/ui/text.tsx"

import type { Merging, Recorded } from "./noun.ts"
import { valueText } from "./value-text.ts"
import { isSame, valueAt } from "./values.ts"

interface MergeFieldsProps<Row extends Recorded> {
  fields: NonNullable<Merging<Row>["fields"]>
  from: Row
  into: Row
  /** Names of the fields that are taken from the one that goes. */
  taken: readonly string[]
  onChange: (taken: readonly string[]) => void
}

/** Where the two differ, side by side, with a choice for each. */
export function MergeFields<Row extends Recorded>(props: MergeFieldsProps<Row>) {
  const { fields, from, into, taken, onChange } = props
  const t = useText()
  const differing = fields.filter(({ name }) => !isSame(valueAt(from, name), valueAt(into, name)))
  if (differing.length === 0) return null
  const text = (row: Row, { name, shown }: (typeof fields)[number]) =>
    valueText(valueAt(row, shown ?? name), undefined, t)
  return (
    <table className="ui-table rc-sides">
      <caption className="u-hidden">{t("Values to keep where the two differ")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Field")}</th>
          <th scope="col">{t("From the record to keep")}</th>
          <th scope="col">{t("From the merged record")}</th>
        </tr>
      </thead>
      <tbody>
        {differing.map((field) => {
          const isTaken = taken.includes(field.name)
          const rest = taken.filter((name) => name !== field.name)
          return (
            <tr key={field.name}>
              <th scope="row">{t(field.label)}</th>
              {[into, from].map((row) => {
                const takes = row === from
                return (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control
                  <td key={takes ? "from" : "into"}>
                    <label className="rc-side">
                      <input
                        aria-label={t("{field}: {value}", {
                          field: t(field.label),
                          value: text(row, field),
                        })}
                        checked={isTaken === takes}
                        name={`merge-${field.name}`}
                        onChange={() => onChange(takes ? [...rest, field.name] : rest)}
                        type="radio"
                      />
                      <bdi>{text(row, field)}</bdi>
                    </label>
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
