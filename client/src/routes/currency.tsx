import { CURRENCY_SECTIONS, NEW_CURRENCY } from "#client/features/reference/currency-form.ts"
import { currencies } from "#client/features/reference/currency.tsx"
import { originOf } from "#client/features/reference/origin.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: currencies, sections: CURRENCY_SECTIONS, isPlain: true }

const ASIDE = originOf(form)

export function Component() {
  return <RecordScreen {...form} aside={ASIDE} blank={NEW_CURRENCY} />
}
