import { useState } from "react"
import type { DragEvent, KeyboardEvent } from "react"

import type { CustomControlProps } from "#client/records/fields.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

import { FieldSelect, WordSelect } from "./field-select.tsx"
import { FieldsFault } from "./fields-fault.tsx"
import type { DatasetField, ReportColumn } from "./report-data.ts"
import { AGGREGATES, SORTS } from "./report-words.ts"
import { useFields } from "./use-fields.ts"

/** The service takes no more. */
const MOST = 40

/** What the report shows, from left to right: put in order by dragging, by buttons or by Alt and the arrows. */
export function ColumnsField({ id, value, onChange, readOnly, values }: CustomControlProps) {
  const t = useText()
  const fields = useFields(values["dataset"])
  const columns = columnsOf(value)
  const [dragged, setDragged] = useState<number | null>(null)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= columns.length || readOnly) return
    const others = columns.filter((_, index) => index !== from)
    const column = columns[from]
    if (column !== undefined) onChange([...others.slice(0, to), column, ...others.slice(to)])
  }
  const change = (at: number, changes: Partial<ReportColumn>) => {
    onChange(
      columns.map((each, index) => (index === at ? Object.assign({ ...each }, changes) : each)),
    )
  }
  const keys = (event: KeyboardEvent, at: number) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0
    if (!event.altKey || step === 0) return
    event.preventDefault()
    move(at, at + step)
  }
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault()
    if (dragged !== null) move(dragged, at)
    setDragged(null)
  }
  return (
    <div className="rp-editor" id={id} tabIndex={-1}>
      <FieldsFault />
      <ol className="rp-columns">
        {columns.map((column, at) => {
          const name = t(nameOf(column, fields))
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
            <li
              className="rp-column"
              data-dragged={dragged === at || undefined}
              draggable={!readOnly && dragged === at}
              // oxlint-disable-next-line react/no-array-index-key -- a column may be there twice while it is chosen
              key={`${at} ${column.field} ${column.agg}`}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault()
              }}
              onDrop={(event) => drop(event, at)}
              onKeyDown={(event) => keys(event, at)}
            >
              {readOnly ? null : (
                <span
                  aria-hidden="true"
                  className="rp-grip"
                  onPointerDown={() => setDragged(at)}
                  onPointerUp={() => setDragged(null)}
                >
                  ⠿
                </span>
              )}
              <FieldSelect
                fields={fields}
                label={t("Field of column {number}", { number: at + 1 })}
                onChange={(field) => change(at, { field, agg: "none" })}
                readOnly={readOnly}
                value={column.field}
              />
              <WordSelect
                label={t("{column}: aggregation", { column: name })}
                onChange={(agg) => change(at, { agg })}
                options={AGGREGATES.filter(
                  (agg) => agg.value === "none" || aggregatesOf(column, fields).includes(agg.value),
                )}
                readOnly={readOnly}
                value={column.agg}
              />
              <input
                aria-label={t("{column}: heading", { column: name })}
                className="ui-input"
                maxLength={80}
                onChange={({ target }) => change(at, { label: target.value })}
                placeholder={name}
                readOnly={readOnly}
                value={column.label}
              />
              <WordSelect
                label={t("{column}: sorted", { column: name })}
                onChange={(sort) => change(at, { sort })}
                options={SORTS}
                readOnly={readOnly}
                value={column.sort}
              />
              <input
                aria-label={t("{column}: width in pixels", { column: name })}
                className="ui-input"
                max={2000}
                min={20}
                onChange={({ target }) =>
                  change(at, { width: target.value === "" ? null : Number(target.value) })
                }
                placeholder={t("Width")}
                readOnly={readOnly}
                type="number"
                value={column.width ?? ""}
              />
              {readOnly ? null : (
                <span className="rp-acts">
                  <IconButton
                    icon="arrow-up"
                    label={t("Move {column} up", { column: name })}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon="arrow-down"
                    label={t("Move {column} down", { column: name })}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    icon="close"
                    label={t("Remove {column}", { column: name })}
                    onClick={() => onChange(columns.filter((_, index) => index !== at))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {readOnly || columns.length >= MOST ? null : (
        <FieldSelect
          fields={fields}
          label={t("Add a column")}
          none={t("Add a column…")}
          onChange={(field) => {
            if (field !== "") onChange([...columns, newColumn(field)])
          }}
          readOnly={false}
          value=""
        />
      )}
    </div>
  )
}

export function newColumn(field: string): ReportColumn {
  return { field, label: "", width: null, agg: "none", sort: "none" }
}

export function columnsOf(value: unknown): readonly ReportColumn[] {
  return Array.isArray(value) ? value : []
}

function nameOf(column: ReportColumn, fields: readonly DatasetField[]): string {
  const { field, label } = column
  return label !== "" ? label : (fields.find(({ name }) => name === field)?.label ?? field)
}

function aggregatesOf({ field }: ReportColumn, fields: readonly DatasetField[]): readonly string[] {
  return fields.find(({ name }) => name === field)?.aggregates ?? []
}
