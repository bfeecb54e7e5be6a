import { formatDateTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"

import type { UserRow } from "./list-rows.ts"
import type { Column } from "./rows.tsx"

const tones: Readonly<Record<string, TagTone>> = {
  active: "ok",
  invited: "accent",
  suspended: "danger",
}

export function userColumns(style: DateStyle): readonly Column<UserRow>[] {
  return [
    { label: "Name", sort: "name", cell: ({ name }) => name },
    {
      label: "E-mail address",
      sort: "emailId",
      cell: ({ emailId }) => <bdi className="ls-long">{emailId}</bdi>,
    },
    {
      label: "Roles",
      cell: ({ roles }) => (
        <span className="ls-tags">
          {roles.map(({ _id, name }) => (
            <Tag key={_id}>{name}</Tag>
          ))}
        </span>
      ),
    },
    {
      label: "Status",
      sort: "status",
      cell: ({ status }) => <Tag tone={tones[status] ?? "plain"}>{capital(status)}</Tag>,
    },
    {
      label: "Last sign-in",
      sort: "lastLoginAt",
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? (
          <span className="ls-muted">Never</span>
        ) : (
          <time dateTime={lastLoginAt}>{formatDateTime(lastLoginAt, style)}</time>
        ),
    },
  ]
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
