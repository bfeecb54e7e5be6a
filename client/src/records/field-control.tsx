/** The control of a field, as its kind asks for; lists and flags are drawn by the field itself. */
import type { FocusEvent } from "react"

import { formatDay } from "#client/lib/format/date.ts"
import { usePicklists } from "#client/services/use-reference.ts"
import { DayInput } from "#client/ui/day-input.tsx"
import type { ControlProps } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import { shownOf, strings } from "./field-values.ts"
import type { FieldContext, FieldSpec } from "./fields.ts"
import { LinesField } from "./lines-field.tsx"
import { LookupField, LookupsField } from "./lookup-fields.tsx"
import { PlainStored } from "./plain-parts.tsx"
import { useLook } from "./use-look.ts"

interface FieldControlProps {
  field: Exclude<FieldSpec, { kind: "list" | "flag" }>
  control: ControlProps
  context: FieldContext
  value: unknown
  error: string | undefined
  /** Of a special editor; other fields that cannot be changed are text. */
  readOnly: boolean
  change: (name: string, value: unknown) => void
  onChange: (value: unknown) => void
}

/** A browser shows the line of the caret alone, and the foot of the form may cover what lies below it. */
function showWhole({ target }: FocusEvent<HTMLTextAreaElement>) {
  target.scrollIntoView({ block: "nearest" })
}

/** What a field is changed by. */
export function FieldControl(props: FieldControlProps) {
  const { field, control, context, value, error, readOnly, onChange } = props
  const t = useText()
  const { style } = useLook()
  const offer = usePicklists()
  const text = typeof value === "string" || typeof value === "number" ? String(value) : ""
  switch (field.kind) {
    case "text":
      return (
        <input
          {...control}
          autoComplete={field.autoComplete ?? "off"}
          className={field.code === true ? "ui-input ui-code" : "ui-input"}
          dir={field.code === true || (field.type ?? "text") !== "text" ? "ltr" : undefined}
          maxLength={field.max}
          onChange={({ target }) => onChange(textOf(field, target.value))}
          type={field.type ?? "text"}
          value={text}
        />
      )
    case "long":
      return (
        <textarea
          onFocus={showWhole}
          {...control}
          className="ui-input ui-long"
          maxLength={field.max}
          onChange={({ target }) => onChange(target.value)}
          rows={field.rows ?? 4}
          value={text}
        />
      )
    case "number":
      return (
        <input
          {...control}
          className="ui-input"
          inputMode="decimal"
          max={field.max}
          min={field.min}
          onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
          step={field.step ?? "any"}
          type="number"
          value={text}
        />
      )
    case "day":
      return (
        <>
          <DayInput
            {...control}
            format={style}
            onChange={(next) => onChange(next === "" ? null : next)}
            value={text}
          />
          <PlainStored name={control.name} shown={formatDay(text, style) || text} value={text} />
          <noscript>
            <p className="ui-hint">
              {t("Without JavaScript, enter the date as {example}.", { example: "2026-11-03" })}
            </p>
          </noscript>
        </>
      )
    case "choice": {
      const options = offer(field.options, field.picklist, [text])
      return (
        <select
          {...control}
          className="ui-input ui-select"
          onChange={({ target }) =>
            onChange(target.value === "" ? (field.none ?? null) : target.value)
          }
          value={text}
        >
          {control.required && text !== "" ? null : <option value="">{t("None")}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {t(option.label)}
            </option>
          ))}
          {/* What came from elsewhere and is not on offer is still what is stored. */}
          {text === "" || options.some((option) => option.value === text) ? null : (
            <option value={text}>{text}</option>
          )}
        </select>
      )
    }
    case "choices":
      return (
        <span className="rc-options" id={control.id} tabIndex={-1}>
          {offer(field.options, field.picklist, strings(value)).map((option) => (
            <label key={option.value}>
              <input
                checked={strings(value).includes(option.value)}
                name={control.name}
                onChange={() => onChange(toggled(strings(value), option.value))}
                type="checkbox"
                value={option.value}
              />
              {t(option.label)}
            </label>
          ))}
        </span>
      )
    case "texts":
      return (
        <LinesField control={control} field={field} onChange={onChange} values={strings(value)} />
      )
    case "lookup":
      return (
        <LookupField
          control={control}
          onChange={(next) => onChange(next ?? field.none ?? null)}
          readOnly={false}
          shown={shownOf(field, value, context.stored)}
          source={field.source}
          value={text === "" ? null : text}
        />
      )
    case "lookups":
      return (
        <LookupsField
          control={control}
          onChange={onChange}
          source={field.source}
          values={strings(value)}
        />
      )
    case "custom":
      return (
        <field.Control
          change={props.change}
          error={error}
          id={control.id}
          onChange={onChange}
          readOnly={readOnly}
          value={value}
          values={context.values}
        />
      )
    default:
      return field satisfies never
  }
}

function textOf(field: FieldSpec & { kind: "text" }, typed: string): string | null {
  if (typed === "" && field.none === null) return null
  return field.code === true ? typed.toUpperCase() : typed
}

function toggled(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}
