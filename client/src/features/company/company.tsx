/** The own company (domain.md 4). There is one, so its list is its record. */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import type { Noun } from "#client/records/noun.ts"
import type { components } from "#client/wire/api.ts"

export type Company = components["schemas"]["CompanyProfile"]

export const companies: Noun<Company> = {
  id: "company",
  service: "/iam/api/v1/companies",
  resource: "company",
  icon: "building",
  titles: {
    list: msg("Company profile"),
    one: msg("Company profile"),
    new: msg("Company profile"),
    counted: [msg("{count} company."), msg("{count} companies.")],
    intro: msg("Your company's details, location and formats."),
    empty: msg("Your company's details, location and formats."),
  },
  paths: { list: paths.company },
  labelOf: ({ name }) => name,
  columns: [{ id: "name", label: msg("Name"), cell: ({ name }) => <bdi>{name}</bdi> }],
  can: { delete: "own" },
}
