import { COUNTRY_SECTIONS, NEW_COUNTRY } from "#client/features/reference/country-form.ts"
import { countries } from "#client/features/reference/country.tsx"
import { originOf } from "#client/features/reference/origin.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: countries, sections: COUNTRY_SECTIONS, isPlain: true }

const ASIDE = originOf(form)

export function Component() {
  return <RecordScreen {...form} aside={ASIDE} blank={NEW_COUNTRY} />
}
