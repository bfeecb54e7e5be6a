import { CURRENCY_SECTIONS, NEW_CURRENCY } from "#client/features/reference/currency-form.ts"
import { currencies } from "#client/features/reference/currency.tsx"
import { originOf } from "#client/features/reference/origin.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export function Component() {
  return (
    <RecordScreen
      aside={originOf}
      blank={NEW_CURRENCY}
      noun={currencies}
      sections={CURRENCY_SECTIONS}
    />
  )
}
