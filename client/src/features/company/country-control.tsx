import { countrySource } from "#client/records/common-sources.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { LookupField } from "#client/records/lookup-fields.tsx"
import { useCountryProposal } from "#client/services/country-proposal.ts"
import { useCountryName } from "#client/services/use-reference.ts"

import { CountryProposals } from "./country-proposals.tsx"

/** Where the company works, and below it what that implies; all of it stays as it is unless taken over. */
export function CountryControl(props: CustomControlProps) {
  const { id, value, values, readOnly, error, onChange, change } = props
  const code = typeof value === "string" ? value : ""
  const nameOf = useCountryName()
  const proposal = useCountryProposal(readOnly ? "" : code)
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
      {proposal === null ? null : (
        <CountryProposals
          change={change}
          country={nameOf(code)}
          key={code}
          proposal={proposal}
          values={values}
        />
      )}
    </div>
  )
}
