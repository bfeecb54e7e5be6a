import { labelIn } from "#client/lib/choices.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { useText } from "#client/ui/text.tsx"

import { columnsOf } from "./columns-field.tsx"
import { WordSelect } from "./field-select.tsx"
import { keyOf } from "./report-data.ts"
import type { DatasetField, ReportChart, ReportColumn } from "./report-data.ts"
import { AGGREGATES, CHARTS } from "./report-words.ts"
import { useFields } from "./use-fields.ts"

/** Which chart is drawn, of which columns; a column of numbers is needed for its values. */
export function ChartField({ id, value, onChange, readOnly, values }: CustomControlProps) {
  const t = useText()
  const fields = useFields(values["dataset"])
  const columns = columnsOf(values["columns"])
  const chart = chartOf(value)
  const options = (of: readonly ReportColumn[]) =>
    of.map((column) => ({ value: keyOf(column), label: nameOf(column, fields, t) }))
  const numbers = columns.filter((column) => givesNumbers(column, fields))
  const choose = (type: string) => {
    const [first] = columns
    const [number] = numbers
    const isKnown = (key: string) => columns.some((column) => keyOf(column) === key)
    onChange({
      type,
      x: isKnown(chart.x) || first === undefined ? chart.x : keyOf(first),
      y: isKnown(chart.y) || number === undefined ? chart.y : keyOf(number),
    })
  }
  return (
    <div className="rp-line" id={id} tabIndex={-1}>
      <WordSelect
        label={t("Kind of chart")}
        onChange={choose}
        options={CHARTS}
        readOnly={readOnly}
        value={chart.type}
      />
      {chart.type === "none" ? null : (
        <>
          <WordSelect
            label={t("X axis")}
            onChange={(x) => onChange({ ...chart, x })}
            options={withMissing(options(columns), chart.x)}
            readOnly={readOnly}
            value={chart.x}
          />
          <WordSelect
            label={t("Y axis")}
            onChange={(y) => onChange({ ...chart, y })}
            options={withMissing(options(numbers), chart.y)}
            readOnly={readOnly}
            value={chart.y}
          />
        </>
      )}
    </div>
  )
}

function chartOf(value: unknown): ReportChart {
  const none: ReportChart = { type: "none", x: "", y: "" }
  return typeof value === "object" && value !== null ? { ...none, ...value } : none
}

/** What is chosen stays to be seen when its column is gone. */
function withMissing(options: readonly { value: string; label: string }[], key: string) {
  return options.some(({ value }) => value === key)
    ? options
    : [{ value: key, label: key }, ...options]
}

function givesNumbers({ agg, field }: ReportColumn, fields: readonly DatasetField[]): boolean {
  return (
    agg === "count" ||
    agg === "countDistinct" ||
    fields.find(({ name }) => name === field)?.kind === "number"
  )
}

function nameOf(
  { field, label, agg }: ReportColumn,
  fields: readonly DatasetField[],
  t: ReturnType<typeof useText>,
): string {
  if (label !== "") return label
  const name = t(fields.find((each) => each.name === field)?.label ?? field)
  return agg === "none"
    ? name
    : t("{how}: {field}", { how: t(labelIn(AGGREGATES, agg)), field: name })
}
