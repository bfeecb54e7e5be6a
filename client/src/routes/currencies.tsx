import { currencyColumns } from "#client/features/listing/currency-columns.tsx"
import type { CurrencyRow } from "#client/features/listing/list-rows.ts"
import { Listing } from "#client/features/listing/listing.tsx"
import { paths } from "#client/paths.ts"
import { useNeed } from "#client/services/page.tsx"

export function Component() {
  const need = useNeed<readonly CurrencyRow[]>("currencies")
  return (
    <Listing
      columns={currencyColumns}
      empty={<p>The currencies you invoice in are listed here.</p>}
      icon="coin"
      intro="With their ISO 4217 codes and decimals."
      keyOf={(row) => row.code}
      many="currencies"
      need={need}
      one="currency"
      path={paths.currencies}
      title="Currencies"
    />
  )
}
