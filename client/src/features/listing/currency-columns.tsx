import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"

import type { CurrencyRow } from "./list-rows.ts"
import type { Column } from "./rows.tsx"

const kinds: Readonly<Record<string, { text: string; tone: TagTone }>> = {
  active: { text: "Active", tone: "ok" },
  superseded: { text: "Superseded", tone: "warning" },
  fund: { text: "Fund", tone: "plain" },
  special: { text: "Special", tone: "plain" },
}

export const currencyColumns: readonly Column<CurrencyRow>[] = [
  { label: "Currency", sort: "name", cell: ({ name }) => name },
  { label: "Code", sort: "code", cell: ({ code }) => <bdi className="ui-code">{code}</bdi> },
  { label: "Numeric", sort: "numeric", cell: ({ numeric }) => numeric },
  { label: "Symbol", cell: ({ symbol }) => <bdi>{symbol || "–"}</bdi> },
  { label: "Decimals", sort: "exponent", cell: ({ exponent }) => exponent ?? "–" },
  {
    label: "Status",
    sort: "status",
    cell: ({ status }) => {
      const kind = kinds[status] ?? { text: status, tone: "plain" as const }
      return <Tag tone={kind.tone}>{kind.text}</Tag>
    },
  },
]
