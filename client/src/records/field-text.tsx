/** A field that cannot be changed: its value as text, which is read and copied like any other. */
import type { ReactNode } from "react"

import { labelIn } from "#client/lib/choices.ts"
import { formatDay } from "#client/lib/format/date.ts"
import { formatNumber } from "#client/lib/format/number.ts"
import { usePicklists } from "#client/services/use-reference.ts"
import { fieldId } from "#client/ui/field.tsx"

import { Dash, Line } from "./cells.tsx"
import { shownOf, strings } from "./field-values.ts"
import type { FieldContext, FieldSpec } from "./fields.ts"
import { LookupText, LookupsText } from "./lookup-text.tsx"
import { useLook } from "./use-look.ts"

/** Kinds that are drawn as text; lists draw their own fields, and special editors themselves. */
export type TextSpec = Exclude<FieldSpec, { kind: "list" | "custom" }>

interface FieldTextProps {
  field: TextSpec
  /** Of the control that would change it. */
  name: string
  value: unknown
  context: FieldContext
  /** Why this field cannot be changed, where others can. */
  reason: string | null
}

export function FieldText({ field, name, value, context, reason }: FieldTextProps) {
  const { t } = useLook()
  const id = fieldId(name)
  return (
    <dl className="ui-field rc-read" data-field={name}>
      <dt className="ui-label">{t(field.label)}</dt>
      <dd className="rc-text" id={id} tabIndex={-1}>
        <Text context={context} field={field} value={value} />
      </dd>
      {reason === null ? null : <dd className="ui-hint">{t(reason)}</dd>}
    </dl>
  )
}

type TextProps = Pick<FieldTextProps, "context" | "value"> & { field: TextSpec }

function Text({ field, value, context }: TextProps): ReactNode {
  const { t, locale, style } = useLook()
  const offer = usePicklists()
  switch (field.kind) {
    case "text":
      if (typeof value !== "string" || value === "") return <Dash />
      if (field.type === "url" && value.startsWith("https://")) {
        return (
          <a dir="ltr" href={value} rel="noreferrer">
            {value}
          </a>
        )
      }
      return field.code === true || (field.type ?? "text") !== "text" ? (
        <Line>{value}</Line>
      ) : (
        <bdi>{value}</bdi>
      )
    case "long":
      return typeof value === "string" && value !== "" ? <bdi>{value}</bdi> : <Dash />
    case "texts":
      return strings(value).length === 0 ? <Dash /> : <bdi>{strings(value).join("\n")}</bdi>
    case "number":
      return typeof value === "number" ? formatNumber(value, locale) : <Dash />
    case "day":
      return typeof value === "string" && value !== "" ? formatDay(value, style) : <Dash />
    case "flag":
      return value === true ? t("Yes") : t("No")
    case "choice":
    case "choices": {
      const words = field.kind === "choice" ? [value].filter(isText) : strings(value)
      const options = offer(field.options, field.picklist, words)
      return words.length === 0 ? (
        <Dash />
      ) : (
        words.map((word) => t(labelIn(options, word))).join(", ")
      )
    }
    case "lookup":
      return isText(value) ? (
        <LookupText
          shown={shownOf(field, value, context.stored)}
          source={field.source}
          value={value}
        />
      ) : (
        <Dash />
      )
    case "lookups":
      return strings(value).length === 0 ? (
        <Dash />
      ) : (
        <LookupsText source={field.source} values={strings(value)} />
      )
    default:
      return field satisfies never
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}
