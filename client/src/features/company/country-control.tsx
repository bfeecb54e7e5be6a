import { countrySource } from "#client/records/common-sources.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { LookupField } from "#client/records/lookup-fields.tsx"
import { useNeed } from "#client/services/page.tsx"
import { useCountryName, useList } from "#client/services/use-reference.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Company } from "./company.tsx"
import { proposalsOf } from "./proposals.ts"

/** Where the company works. Another country proposes what goes with it, and why; all of it stays as it is unless taken over. */
export function CountryControl(props: CustomControlProps) {
  const { id, value, values, readOnly, error, onChange, change } = props
  const t = useText()
  const record = useNeed<Company>("record")
  const saved = record.status === "ready" ? record.data.operating_country : value
  const code = typeof value === "string" ? value : ""
  const isChanged = code !== "" && code !== saved
  const nameOf = useCountryName()
  const country = useList("countries")?.find(({ alpha2 }) => alpha2 === code)
  const proposals = isChanged && country !== undefined ? proposalsOf(country, values) : []
  return (
    <div className="co-country">
      <LookupField
        control={{
          id,
          name: id,
          required: true,
          "aria-describedby": error === undefined ? undefined : `${id}-error`,
          "aria-invalid": error === undefined ? undefined : true,
        }}
        onChange={(next) => onChange(next ?? "")}
        readOnly={readOnly}
        shown={nameOf(code)}
        source={countrySource}
        value={code === "" ? null : code}
      />
      <div aria-live="polite">
        {proposals.length === 0 ? null : (
          <div className="co-proposals">
            <p>{t("{country} proposes:", { country: nameOf(code) })}</p>
            <ul>
              {proposals.map(({ name, value: proposed, shown, reason }) => (
                <li key={name}>
                  <span>{t(reason, { value: shown, country: nameOf(code) })}</span>
                  <Button onClick={() => change(name, proposed)}>
                    {t("Take {value}", { value: shown })}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
}
