import { Tag } from "#client/ui/tag.tsx"

import type { CountryRow } from "./list-rows.ts"
import type { Column } from "./rows.tsx"

export const countryColumns: readonly Column<CountryRow>[] = [
  {
    label: "Country",
    sort: "name",
    cell: ({ name, isUserAssigned }) => (
      <>
        {name}
        {isUserAssigned ? (
          <>
            {" "}
            <Tag>not ISO</Tag>
          </>
        ) : null}
      </>
    ),
  },
  { label: "Alpha-2", sort: "alpha2", cell: ({ alpha2 }) => <Code>{alpha2}</Code> },
  { label: "Alpha-3", sort: "alpha3", cell: ({ alpha3 }) => <Code>{alpha3}</Code> },
  { label: "Numeric", sort: "numeric", cell: ({ numeric }) => <Code>{numeric}</Code> },
  { label: "Dialling code", sort: "dialCode", cell: ({ dialCode }) => <Code>{dialCode}</Code> },
  {
    label: "Currency",
    sort: "defaultCurrency",
    cell: ({ defaultCurrency }) => <Code>{defaultCurrency}</Code>,
  },
]

function Code({ children }: { children: string | null }) {
  return children === null ? (
    <span className="ls-muted">–</span>
  ) : (
    <bdi className="ui-code">{children}</bdi>
  )
}
