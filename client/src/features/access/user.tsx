/** Users of the company (domain.md 4). */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Long, Tags, moment } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { STATUSES, StatusTag } from "./status-tag.tsx"

export type UserRow = components["schemas"]["User"]

export const users: Noun<UserRow> = {
  id: "user",
  service: "/iam/api/v1/users",
  resource: "user",
  icon: "users",
  titles: {
    list: msg("Users"),
    one: msg("User"),
    new: msg("Invite user"),
    counted: [msg("{count} user."), msg("{count} users.")],
    intro: msg("Everyone who can sign in to your company."),
    empty: msg("People who can sign in to your company will be listed here."),
  },
  paths: { list: paths.users, record: paths.user, create: paths.newUser },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    { id: "name", label: msg("Name"), sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "emailId",
      label: msg("E-mail address"),
      sort: "emailId",
      cell: ({ emailId }) => (
        <Long>
          <bdi>{emailId}</bdi>
        </Long>
      ),
    },
    {
      id: "roles",
      label: msg("Roles"),
      cell: ({ roles }) => (
        <Tags>
          {roles.map(({ _id, name }) => (
            <Tag key={_id}>{name}</Tag>
          ))}
        </Tags>
      ),
    },
    {
      id: "status",
      label: msg("Status"),
      sort: "status",
      cell: ({ status }) => <StatusTag status={status} />,
    },
    {
      id: "jobTitle",
      label: msg("Job title"),
      hidden: true,
      cell: ({ jobTitle }) => <Long>{jobTitle}</Long>,
    },
    {
      id: "department",
      label: msg("Department"),
      hidden: true,
      sort: "department",
      cell: ({ department }) => <Long>{department}</Long>,
    },
    {
      id: "lastLoginAt",
      label: msg("Last sign-in"),
      sort: "lastLoginAt",
      cell: ({ lastLoginAt }, look) => moment(lastLoginAt, look),
    },
  ],
  filters: [
    {
      kind: "choice",
      field: "status",
      label: msg("Status"),
      options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: text })),
    },
    { kind: "text", field: "name", label: msg("Name") },
    { kind: "text", field: "emailId", label: msg("E-mail address") },
    { kind: "text", field: "department", label: msg("Department") },
  ],
  can: {
    import: "user",
    export: true,
    bin: true,
    bulk: [
      {
        id: "twoFactorAuth",
        label: msg("Require two-factor authentication"),
        kind: "change",
        changes: { twoFactorAuth: true },
      },
    ],
  },
}
