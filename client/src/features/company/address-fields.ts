/** The fields of a postal address that is a part of a record. */
import { msg } from "#client/lib/words.ts"
import { countrySource } from "#client/records/common-sources.ts"
import type { FieldSpec } from "#client/records/fields.ts"

export const ADDRESS_FIELDS: readonly FieldSpec[] = [
  { kind: "texts", name: "address.lines", label: msg("Street"), max: 4, length: 80 },
  {
    kind: "text",
    name: "address.postal",
    label: msg("Postal code"),
    max: 20,
    autoComplete: "postal-code",
  },
  {
    kind: "text",
    name: "address.city",
    label: msg("City"),
    max: 80,
    autoComplete: "address-level2",
  },
  {
    kind: "text",
    name: "address.subdivision",
    label: msg("State or province"),
    max: 80,
    autoComplete: "address-level1",
  },
  {
    kind: "lookup",
    name: "address.country",
    label: msg("Country"),
    source: countrySource,
    none: "",
  },
]
