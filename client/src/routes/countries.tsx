import { countryColumns } from "#client/features/listing/country-columns.tsx"
import type { CountryRow } from "#client/features/listing/list-rows.ts"
import { Listing } from "#client/features/listing/listing.tsx"
import { paths } from "#client/paths.ts"
import { useNeed } from "#client/services/page.tsx"

export function Component() {
  const need = useNeed<readonly CountryRow[]>("countries")
  return (
    <Listing
      columns={countryColumns}
      empty={<p>The countries you trade with are listed here.</p>}
      icon="globe"
      intro="With their ISO 3166 codes, dialling code and currency."
      keyOf={(row) => row.alpha2}
      many="countries"
      need={need}
      one="country"
      path={paths.countries}
      title="Countries"
    />
  )
}
