import { COUNTRY_SECTIONS, NEW_COUNTRY } from "#client/features/reference/country-form.ts"
import { countries } from "#client/features/reference/country.tsx"
import { originOf } from "#client/features/reference/origin.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export function Component() {
  return (
    <RecordScreen
      aside={originOf}
      blank={NEW_COUNTRY}
      noun={countries}
      sections={COUNTRY_SECTIONS}
    />
  )
}
