/** Groups: users who get roles together (domain.md 4). */
import { formatNumber } from "#client/lib/format/number.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Long } from "#client/records/cells.tsx"
import { roleSource, userSource } from "#client/records/common-sources.ts"
import type { Section, Values } from "#client/records/fields.ts"
import type { Noun, Recorded } from "#client/records/noun.ts"
import type { components } from "#client/wire/api.ts"

export type Group = Recorded & Required<components["schemas"]["NewGroup"]>

export const groups: Noun<Group> = {
  id: "group",
  service: "/iam/api/v1/groups",
  resource: "group",
  icon: "users",
  titles: {
    list: msg("Groups"),
    one: msg("Group"),
    new: msg("New group"),
    counted: [msg("{count} group."), msg("{count} groups.")],
    intro: msg("Users who share the same roles."),
    empty: msg("Group the people of a department to give them their roles in one step."),
  },
  paths: { list: paths.groups, record: paths.group, create: paths.newGroup },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    { id: "name", label: msg("Name"), sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "description",
      label: msg("Description"),
      cell: ({ description }) => <Long>{description}</Long>,
    },
    {
      id: "members",
      exports: ["memberIds"],
      label: msg("Members"),
      number: true,
      cell: ({ memberIds }, { locale }) => formatNumber(memberIds.length, locale),
    },
    {
      id: "roles",
      exports: ["roleIds"],
      label: msg("Roles"),
      number: true,
      cell: ({ roleIds }, { locale }) => formatNumber(roleIds.length, locale),
    },
  ],
  filters: [{ kind: "text", field: "name", label: msg("Name") }],
  can: { export: true, bin: true, bulk: [] },
}

export const GROUP_SECTIONS: readonly Section[] = [
  {
    id: "group",
    title: msg("Group"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 60, required: true },
      { kind: "text", name: "description", label: msg("Description"), max: 300, wide: true },
      {
        kind: "lookups",
        name: "roleIds",
        label: msg("Roles"),
        hint: msg("Every member has these in addition to their own roles."),
        source: roleSource,
        max: 10,
        wide: true,
      },
      {
        kind: "lookups",
        name: "memberIds",
        label: msg("Members"),
        source: userSource,
        max: 1000,
        wide: true,
      },
    ],
  },
]

export const NEW_GROUP: Values = { name: "", description: "", roleIds: [], memberIds: [] }
