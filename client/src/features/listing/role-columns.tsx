import { formatNumber } from "#client/lib/format/number.ts"
import { Tag } from "#client/ui/tag.tsx"

import type { RoleRow } from "./list-rows.ts"
import type { Column } from "./rows.tsx"

export function roleColumns(locale: string): readonly Column<RoleRow>[] {
  return [
    { label: "Name", sort: "name", cell: ({ name }) => name },
    {
      label: "What it is for",
      cell: ({ description }) => <span className="ls-long">{description}</span>,
    },
    {
      label: "Kind",
      cell: ({ type, isDefault }) => (
        <span className="ls-tags">
          <Tag tone={type === "system" ? "accent" : "plain"}>
            {type === "system" ? "System" : "Custom"}
          </Tag>
          {isDefault ? <Tag tone="ok">Default</Tag> : null}
        </span>
      ),
    },
    {
      label: "Members",
      number: true,
      cell: ({ memberCount }) => formatNumber(memberCount, locale),
    },
  ]
}
