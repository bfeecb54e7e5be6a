import { NAME_LISTS } from "#client/lib/name-lists.ts"
import { Code } from "#client/records/cells.tsx"
import { needQuery } from "#client/services/needs.ts"
import { useVisit } from "#client/services/page.tsx"

import type { PicklistRow } from "./picklist.tsx"

/** A picklist by its name, which the page brings along; by its code where it has none. */
export function PicklistName({ code }: { code: string }) {
  const { queries } = useVisit()
  const all = queries.getQueryData(needQuery<readonly PicklistRow[]>(NAME_LISTS.picklists).queryKey)
  const name = all?.data.find((row) => row.code === code)?.name
  return name === undefined ? <Code>{code}</Code> : <bdi>{name}</bdi>
}
