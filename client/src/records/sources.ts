/**
 * Where a lookup finds what can be chosen: the address to ask, and how an answer reads. The services search by any code,
 * name or alias of a row.
 */
import type { QueryClient } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"

export interface Choice {
  /** What is stored. */
  value: string
  label: string
  /** Tells rows of the same name apart: a code, a country. */
  detail?: string
}

export interface Source {
  /** Names the source in element ids. */
  id: string
  find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** What a stored value is called; `null` when it is not there, or not to be seen. */
  one: (value: string) => Promise<Choice | null>
  /** What a value is called by itself, shown until the services have said what the company calls it. */
  guess?: (value: string) => string
  /** What stored values are called, so far as the page brought a list that says so. */
  brought?: (queries: QueryClient) => readonly Choice[]
}

/** A source over a list of the services; `field` is the one that holds the stored value. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what its rows are
export function listSource<Row>(options: {
  id: string
  service: string
  field: string
  choice: (row: Row) => Choice
  /** Conditions that every choice fulfils. */
  filter?: readonly string[]
  limit?: number
  guess?: (value: string) => string
  /** A need of the routes that names the rows, of `NAME_LISTS`. */
  names?: string
}): Source {
  const { id, service, field, choice, filter = [], limit = 8, guess, names } = options
  const rows = async (search: URLSearchParams, signal?: AbortSignal) => {
    const body = await request<Body<readonly Row[]>>(
      `${service}?${search}`,
      signal === undefined ? {} : { signal },
    )
    return body.data.map(choice)
  }
  return {
    id,
    ...(guess === undefined ? {} : { guess }),
    ...(names === undefined
      ? {}
      : {
          brought: (queries: QueryClient) =>
            queries.getQueryData(needQuery<readonly Row[]>(names).queryKey)?.data.map(choice) ?? [],
        }),
    find(text, signal) {
      const search = new URLSearchParams({ page: "1", pageSize: String(limit) })
      if (text !== "") search.set("search", text)
      for (const condition of filter) search.append("filter", condition)
      return rows(search, signal)
    },
    async one(value) {
      if (field === "_id") {
        const { data } = await request<Body<Row>>(`${service}/${encodeURIComponent(value)}`)
        return choice(data)
      }
      const search = new URLSearchParams({ page: "1", pageSize: "25" })
      search.append("filter", `${field}:eq:${value}`)
      return (await rows(search)).find((each) => each.value === value) ?? null
    },
  }
}
