/** Roles: what their members may see and do (domain.md 3). */
import { formatNumber } from "#client/lib/format/number.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Long, Tags } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

export type RoleRow = components["schemas"]["Role"]

export const roles: Noun<RoleRow> = {
  id: "role",
  service: "/iam/api/v1/roles",
  resource: "role",
  icon: "shield",
  titles: {
    list: msg("Roles"),
    one: msg("Role"),
    new: msg("New role"),
    counted: [msg("{count} role."), msg("{count} roles.")],
    intro: msg("What people in your company can see and do."),
    empty: msg("A role defines what its members can see and do."),
  },
  paths: { list: paths.roles, record: (id) => paths.role(id), create: paths.newRole },
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
      id: "type",
      label: msg("Kind"),
      cell: ({ type, isDefault }, { t }) => (
        <Tags>
          <Tag tone={type === "system" ? "accent" : "plain"}>
            {type === "system" ? t("Built-in") : t("Custom")}
          </Tag>
          {isDefault ? <Tag tone="ok">{t("Default")}</Tag> : null}
        </Tags>
      ),
    },
    {
      id: "memberCount",
      label: msg("Members"),
      number: true,
      cell: ({ memberCount }, { locale }) => formatNumber(memberCount, locale),
    },
  ],
  filters: [
    { kind: "text", field: "name", label: msg("Name") },
    {
      kind: "choice",
      field: "type",
      label: msg("Kind"),
      options: [
        { value: "system", label: msg("Built-in") },
        { value: "custom", label: msg("Custom") },
      ],
    },
    { kind: "flag", field: "isAssignable", label: msg("Assignable") },
  ],
  can: { export: true, bin: true, delete: "own" },
}
