/** Picklists: the groups of values that fields offer (domain.md 4). */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Code, Long } from "#client/records/cells.tsx"
import type { Section, Values } from "#client/records/fields.ts"
import type { Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { fixedOnceMade } from "./origin.tsx"

type Wire = components["schemas"]

/** From its parts, as `CountryRow`. */
export type PicklistRow = { _id: string } & Wire["NewPicklistGroup"] & Wire["ShownMeta"]

const ORDERS = [
  { value: "manual", label: msg("Custom") },
  { value: "alpha", label: msg("By name") },
  { value: "usage", label: msg("Most used first") },
] as const

/** The values of a picklist, as a list. */
export function valuesPath(code: string): string {
  return paths.picklistValues({ page: 1, filter: [`group:eq:${code}`] })
}

export const picklists: Noun<PicklistRow> = {
  id: "picklist",
  service: "/master/api/v1/dropdown-groups",
  resource: "picklist",
  icon: "columns",
  titles: {
    list: msg("Picklists"),
    one: msg("Picklist"),
    new: msg("New picklist"),
    counted: [msg("{count} picklist."), msg("{count} picklists.")],
    intro: msg("The options available in Waybill's fields."),
    empty: msg("Picklists are built in."),
  },
  paths: { list: paths.picklists, record: paths.picklist, create: paths.newPicklist },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    {
      id: "name",
      label: msg("Name"),
      sort: "name",
      cell: ({ name, isSystem }, { t }) => (
        <>
          <bdi>{name}</bdi>
          {isSystem ? (
            <>
              {" "}
              <Tag>{t("Built-in")}</Tag>
            </>
          ) : null}
        </>
      ),
    },
    {
      id: "values",
      exports: [],
      label: msg("Values"),
      cell: ({ code }, { t }) => <a href={valuesPath(code)}>{t("Show values")}</a>,
    },
    { id: "code", label: msg("Code"), sort: "code", cell: ({ code }) => <Code>{code}</Code> },
    {
      id: "sort",
      label: msg("Order"),
      cell: ({ sort }, { t }) => t(ORDERS.find(({ value }) => value === sort)?.label ?? sort),
    },
    {
      id: "description",
      label: msg("Description"),
      cell: ({ description }) => <Long>{description}</Long>,
    },
    {
      id: "module",
      label: msg("Module"),
      sort: "module",
      hidden: true,
      cell: ({ module }) => module,
    },
  ],
  filters: [
    { kind: "text", field: "name", label: msg("Name") },
    { kind: "text", field: "module", label: msg("Module") },
  ],
  can: { import: "picklistGroup", export: true, bin: true, bulk: [] },
}

export const PICKLIST_SECTIONS: readonly Section[] = [
  {
    id: "picklist",
    title: msg("Picklist"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 80, required: true },
      {
        kind: "text",
        name: "code",
        label: msg("Code"),
        max: 40,
        required: true,
        check: (value) =>
          /^[a-z0-9_-]+$/u.test(value) ? null : msg("Use the letters a to z, digits, _ and -."),
        fixed: fixedOnceMade,
      },
      {
        kind: "text",
        name: "module",
        label: msg("Module"),
        max: 40,
        required: true,
        hint: msg("The part of Waybill that uses it."),
        fixed: fixedOnceMade,
      },
      { kind: "choice", name: "sort", label: msg("Order"), options: ORDERS, required: true },
      { kind: "text", name: "description", label: msg("Description"), max: 300, wide: true },
      { kind: "flag", name: "allowCustom", label: msg("Allows custom values") },
      { kind: "flag", name: "multiSelect", label: msg("Allows several values") },
    ],
  },
]

export const NEW_PICKLIST: Values = {
  name: "",
  code: "",
  module: "home",
  sort: "manual",
  description: "",
  allowCustom: true,
  multiSelect: false,
}
