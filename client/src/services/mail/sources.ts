/** Records that merge fields can be about, as they are looked for by name or code. */
import { useQuery } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"

import type { ContextEntity } from "./templates.ts"

export interface Choice {
  id: string
  name: string
  /** Tells it from others of the same name. */
  note: string
}

type Row = Readonly<Record<string, unknown>>

const LISTS: Readonly<
  Record<ContextEntity, { lists: readonly string[]; read: (row: Row) => Choice } | null>
> = {
  none: null,
  company: null,
  contact: { lists: ["/contact/api/v1/contacts"], read: reader("displayName", "organisationName") },
  user: { lists: ["/iam/api/v1/users"], read: reader("name", "emailId") },
  issue: { lists: ["/iam/api/v1/issue/tracker"], read: reader("title", "key") },
  port: {
    lists: [
      "/master/api/v1/oceanport",
      "/master/api/v1/airport",
      "/master/api/v1/receivinglocation",
    ],
    read: reader("name", "unlocode"),
  },
}

/** Whether merge fields about this are about one of many. */
export function hasRecords(entity: ContextEntity): boolean {
  return LISTS[entity] !== null
}

/** The first few that match; the first of all for an empty text. */
export function useChoices(
  entity: ContextEntity,
  text: string,
  enabled: boolean,
): { choices: readonly Choice[]; pending: boolean } {
  const source = LISTS[entity]
  const query = useQuery({
    queryKey: ["choices", entity, text],
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams({ limit: "6" })
      if (text !== "") search.set("search", text)
      const parts = await Promise.all(
        (source?.lists ?? []).map((list) => request<Body<Row[]>>(`${list}?${search}`, { signal })),
      )
      return parts.flatMap(({ data }) => data.map((row) => source?.read(row) ?? NONE)).slice(0, 8)
    },
    enabled: enabled && source !== null,
    staleTime: 60_000,
  })
  return { choices: query.data ?? [], pending: query.data === undefined && query.isFetching }
}

const NONE: Choice = { id: "", name: "", note: "" }

function reader(name: string, note: string) {
  return (row: Row): Choice => ({
    id: wordOf(row["_id"]),
    name: wordOf(row[name]),
    note: wordOf(row[note]),
  })
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
