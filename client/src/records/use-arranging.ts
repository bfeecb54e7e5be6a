/** Changes how the columns of a list stand: in its address at once, and for this user from now on. */
import { useNavigate } from "react-router"

import { useVisit } from "#client/services/page.tsx"
import type { SavedView } from "#client/services/records.ts"

import { arrangementOf } from "./columns.ts"
import type { ListState } from "./list-state.ts"

interface Arranging {
  /** Path of the list at the services. */
  list: string
  state: ListState
  href: (state: ListState) => string
  views: readonly SavedView[]
}

/** The text is that of `columns.ts`; empty for the list's own choice. */
export function useArranging({ list, state, href, views }: Arranging) {
  const navigate = useNavigate()
  const { queries } = useVisit()
  const show = (columns: string) =>
    void navigate(href({ ...state, columns }), { replace: true, preventScrollReset: true })
  return async (columns: string) => {
    if (columns !== "") show(columns)
    const { keepColumns } = await import("./keep-columns.ts")
    await keepColumns({ queries, list, kept: arrangementOf(views), columns })
    // What was kept before would be shown while the address says nothing.
    if (columns === "") show(columns)
  }
}
