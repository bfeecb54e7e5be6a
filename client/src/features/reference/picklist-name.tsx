import { NAME_LISTS } from "#client/lib/name-lists.ts"
import { Code } from "#client/records/cells.tsx"
import { needQuery } from "#client/services/needs.ts"
import { useVisit } from "#client/services/page.tsx"

import type { PicklistRow } from "./picklist.tsx"

/** A picklist by its name; by its code where it has none. */
export function PicklistName({ code }: { code: string }) {
  const name = usePicklistName(code)
  return name === undefined ? <Code>{code}</Code> : <bdi>{name}</bdi>
}

/** The name of a picklist, which the page brings along. */
export function usePicklistName(code: string): string | undefined {
  const { queries } = useVisit()
  const all = queries.getQueryData(needQuery<readonly PicklistRow[]>(NAME_LISTS.picklists).queryKey)
  return all?.data.find((row) => row.code === code)?.name
}
