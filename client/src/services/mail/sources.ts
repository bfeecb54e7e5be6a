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
  Record<
    ContextEntity,
    {
      lists: readonly string[]
      /** Asked in their place once something is typed. */
      search?: string
      read: (row: Row) => Choice
    } | null
  >
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
    search: "/master/api/v1/location",
    read: (row) => {
      const { id, name, note } = reader("name", "unlocode")(row)
      return { id, name, note: note === "" ? wordOf(row["iata"]) : note }
    },
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
      // By pages: what comes by cursor is in the list's order, not the best first.
      const { lists = [], search: place } = source ?? {}
      const one = text === "" ? undefined : place
      const search = new URLSearchParams(
        one === undefined ? { page: "1", pageSize: "6" } : { limit: "8" },
      )
      if (text !== "") search.set("search", text)
      const parts = await Promise.all(
        (one === undefined ? lists : [one]).map((list) =>
          request<Body<Row[]>>(`${list}?${search}`, { signal }),
        ),
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
