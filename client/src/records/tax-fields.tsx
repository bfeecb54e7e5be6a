/** Tax numbers of a company or an organisation, each by the name that its country has for it. */
import { msg } from "#client/lib/words.ts"
import { useCountryProposal } from "#client/services/country-proposal.ts"
import { useText } from "#client/ui/text.tsx"

import { countrySource } from "./common-sources.ts"
import type { CustomControlProps, FieldSpec } from "./fields.ts"

const LONGEST = 20

/** What the number is called: as its country calls it, unless something else is typed. */
function TaxNameControl({ id, value, values, readOnly, error, onChange }: CustomControlProps) {
  const t = useText()
  const country = values["country"]
  const code = typeof country === "string" ? country : ""
  const name = useCountryProposal(readOnly ? "" : code)?.taxName ?? null
  const text = typeof value === "string" ? value : ""
  if (readOnly) return <bdi id={id}>{text}</bdi>
  return (
    <>
      <input
        aria-describedby={error === undefined ? `${id}-name` : `${id}-error ${id}-name`}
        aria-invalid={error === undefined ? undefined : true}
        className="ui-input"
        id={id}
        maxLength={LONGEST}
        onChange={({ target }) => onChange(target.value)}
        placeholder={name ?? undefined}
        value={text}
      />
      <span className="ui-hint" id={`${id}-name`}>
        {name === null ? t("For example VAT.") : t("Leave blank to use {name}.", { name })}
      </span>
    </>
  )
}

const TAX_FIELDS: readonly FieldSpec[] = [
  { kind: "lookup", name: "country", label: msg("Country"), source: countrySource, required: true },
  { kind: "custom", name: "type", label: msg("Kind"), wide: false, Control: TaxNameControl },
  { kind: "text", name: "no", label: msg("Number"), max: 30, required: true },
]

export const TAX_IDS = {
  kind: "list",
  name: "taxIds",
  label: msg("Tax numbers"),
  max: 10,
  add: msg("Add tax number"),
  of: TAX_FIELDS,
  blank: { country: "", type: "", no: "" },
} as const satisfies FieldSpec
