/** All companies of the installation with their contracts, as super administrators see them. */
import { ACCOUNT_TYPES, accountTypeText, productText } from "#client/lib/company-text.ts"
import { countryName } from "#client/lib/country-names.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Dash, Long, moment, plainDay } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { OPERATOR } from "#client/records/rights.ts"
import type { components } from "#client/wire/api.ts"

import { StateTag } from "./state-tag.tsx"

export type AdminCompany = components["schemas"]["AdminCompany"]

export const companies: Noun<AdminCompany> = {
  id: "contract",
  service: "/iam/api/v1/app-admin",
  resource: OPERATOR,
  icon: "building",
  titles: {
    list: msg("Companies"),
    one: msg("Company"),
    new: msg("Company"),
    counted: [msg("{count} company."), msg("{count} companies.")],
    intro: msg("All companies on this installation, with their plans and products."),
    empty: msg("Companies appear here as soon as they register."),
  },
  paths: { list: paths.companies, record: (id) => paths.contract(id) },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    { id: "name", label: msg("Name"), sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
    { id: "state", label: msg("Status"), cell: ({ state }) => <StateTag state={state} /> },
    {
      id: "plan",
      label: msg("Plan"),
      cell: ({ subscripedPlan: plan }) => (plan === null ? <Dash /> : <bdi>{plan.name}</bdi>),
    },
    {
      id: "expiryDate",
      label: msg("Last day"),
      sort: "expiryDate",
      cell: ({ subscripedPlan: plan }, look) =>
        plan?.expiryDate == null ? look.t("No end") : plainDay(plan.expiryDate, look),
    },
    {
      id: "account_type",
      label: msg("Contract"),
      sort: "account_type",
      cell: ({ account_type }, { t }) => t(accountTypeText(account_type)),
    },
    {
      id: "products",
      label: msg("Products"),
      cell: ({ products }, { t }) => (
        <Long>{products.map((code) => t(productText(code))).join(", ")}</Long>
      ),
    },
    {
      id: "users",
      label: msg("Active users"),
      number: true,
      cell: ({ users }) => users.active,
    },
    {
      id: "short_name",
      label: msg("Short name"),
      sort: "short_name",
      hidden: true,
      cell: ({ short_name }) => (short_name === "" ? <Dash /> : <bdi>{short_name}</bdi>),
    },
    {
      id: "operating_country",
      label: msg("Operating country"),
      hidden: true,
      cell: ({ operating_country }, { t }) => t(countryName(operating_country)),
    },
    {
      id: "createdAt",
      label: msg("Registered"),
      sort: "createdAt",
      hidden: true,
      cell: ({ createdAt }, look) => moment(createdAt, look),
    },
  ],
  filters: [
    { kind: "choice", field: "account_type", label: msg("Contract"), options: ACCOUNT_TYPES },
    { kind: "day", field: "expiryDate", label: msg("Last day") },
    { kind: "text", field: "name", label: msg("Name") },
    { kind: "day", field: "createdAt", label: msg("Registered") },
  ],
  can: { delete: "own" },
}
