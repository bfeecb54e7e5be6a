/** Countries: ISO 3166-1, and what forms propose from them (domain.md 4). */
import { countryIn } from "#client/lib/country-names.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Code } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { CUSTOMS_UNIONS } from "./country-form.ts"
import { FAVOURITE_ACTIONS, OFFERED_FILTERS, offeredColumn } from "./origin.tsx"

type Wire = components["schemas"]

/** From its parts: the generated `Country` also intersects an empty record, which leaves no field readable. */
export type CountryRow = { _id: string } & Wire["NewCountry"] & Wire["ShownMeta"]

export const countries: Noun<CountryRow> = {
  id: "country",
  service: "/master/api/v1/country",
  resource: "country",
  icon: "globe",
  titles: {
    list: msg("Countries"),
    one: msg("Country"),
    new: msg("New country"),
    counted: [msg("{count} country."), msg("{count} countries.")],
    intro: msg("Countries available for addresses, ports and companies."),
    empty: msg("Countries are built in."),
  },
  paths: { list: paths.countries, record: paths.country, create: paths.newCountry },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    {
      id: "name",
      label: msg("Country"),
      sort: "name",
      cell: ({ alpha2, name, isUserAssigned }, { t }) => (
        <>
          {countryIn(alpha2, name, t)}
          {isUserAssigned ? (
            <>
              {" "}
              <Tag>{t("not ISO")}</Tag>
            </>
          ) : null}
        </>
      ),
    },
    {
      id: "alpha2",
      label: msg("Alpha-2"),
      sort: "alpha2",
      cell: ({ alpha2 }) => <Code>{alpha2}</Code>,
    },
    {
      id: "alpha3",
      label: msg("Alpha-3"),
      sort: "alpha3",
      cell: ({ alpha3 }) => <Code>{alpha3}</Code>,
    },
    {
      id: "numeric",
      label: msg("Numeric"),
      sort: "numeric",
      cell: ({ numeric }) => <Code>{numeric}</Code>,
    },
    {
      id: "dialCode",
      label: msg("Dialling code"),
      sort: "dialCode",
      cell: ({ dialCode }) => <Code>{dialCode}</Code>,
    },
    {
      id: "defaultCurrency",
      label: msg("Currency"),
      sort: "defaultCurrency",
      cell: ({ defaultCurrency }) => <Code>{defaultCurrency}</Code>,
    },
    {
      id: "customsUnion",
      label: msg("Customs union"),
      hidden: true,
      cell: ({ customsUnion }, { t }) =>
        t(CUSTOMS_UNIONS.find(({ value }) => value === customsUnion)?.label ?? customsUnion),
    },
    offeredColumn(),
  ],
  filters: [
    ...OFFERED_FILTERS,
    { kind: "text", field: "name", label: msg("Country") },
    { kind: "text", field: "dialCode", label: msg("Dialling code") },
    { kind: "text", field: "defaultCurrency", label: msg("Currency") },
  ],
  can: { import: "country", export: true, bin: true, enable: true, bulk: FAVOURITE_ACTIONS },
}
