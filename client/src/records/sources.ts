/**
 * Where a lookup finds what can be chosen, and how a row reads: at a list of the services, or in a store of reference data. The
 * services search both, by any code, name or alias of a row in any script, and say which comes first.
 */
import type { QueryClient } from "@tanstack/react-query"

import { newId } from "#client/lib/browser.ts"
import type { Body } from "#client/lib/input.ts"
import { ranked } from "#client/lib/ranking.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"
import { type Written, createRecord, forgetRecords } from "#client/services/records.ts"
import {
  type ListName,
  REFERENCE,
  type ReferenceLists,
  askStore,
} from "#client/services/reference.ts"
import type { KnownLists } from "#client/services/use-reference.ts"
import type { Say } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

export interface Choice {
  /** What is stored. */
  value: string
  label: string
  /** Tells rows of the same name apart: a code, a country. */
  detail?: string
  /** Of a place: its clock, and what to mind when it is taken. */
  place?: Place
}

/** What is said of a place beside its name. */
export type Place = Pick<
  components["schemas"]["Location"],
  "kind" | "timezone" | "nextChange" | "warnings"
>

/** How the server searches for a row by what was typed, without script. */
export interface FoundBy {
  /** Path and search of the list, to which `&search=…` is added. */
  path: string
  /** Member that is stored. */
  value: string
  /** Member that is its label. */
  label: string
}

export interface Source {
  /** Names the source in element ids. */
  id: string
  foundBy?: FoundBy
  /** Path of the list at the services, where it is one. */
  service?: string
  find: (
    text: string,
    signal: AbortSignal,
    queries: QueryClient,
    t?: Say,
  ) => Promise<readonly Choice[]>
  /** What a stored value is called; `null` when it is not there, or not to be seen. */
  one: (value: string, queries: QueryClient) => Promise<Choice | null>
  /** What a choice is called in the reader's language, where that is another name than its label. */
  say?: (choice: Choice, t: Say) => string
  /** What a value is called by itself, shown until the services have said what the company calls it. */
  guess?: (value: string) => string
  /** What stored values are called, so far as the page brought a list that says so. */
  brought?: (queries: QueryClient) => readonly Choice[]
  /** Makes what was typed, where nothing is called so yet. */
  make?: Making
  /** What a stored value is called in the stores, so far as they are there. */
  known?: (lists: KnownLists, value: string) => string | undefined
}

/** How a lookup makes what it does not find. */
export interface Making {
  /** The right that it takes. */
  right: string
  /** What the choice says, with `{name}` in it. English. */
  label: string
  /** The longest name. */
  max: number
  make: (name: string, queries: QueryClient) => Promise<Choice>
}

/** Choices shown at once, unless said otherwise. */
const SHOWN = 8

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
  /** Member that is the label of a row; `name` by default. */
  label?: string
  guess?: (value: string) => string
  /** A need of the routes that names the rows, of `NAME_LISTS`. */
  names?: string
  /** What is made of a name that no row has, and what says so. */
  make?: Omit<Making, "make"> & { record: (name: string) => object }
}): Source {
  const { id, service, field, choice, filter = [], limit = SHOWN, guess, names, make } = options
  const conditions = filter.map((condition) => `&filter=${encodeURIComponent(condition)}`).join("")
  const rows = async (search: URLSearchParams, signal?: AbortSignal) => {
    const body = await request<Body<readonly Row[]>>(
      `${service}?${search}`,
      signal === undefined ? {} : { signal },
    )
    return body.data.map(choice)
  }
  return {
    id,
    service,
    foundBy: {
      path: `${service}?page=1&pageSize=${String(SHOWN)}${conditions}`,
      value: field,
      label: options.label ?? "name",
    },
    ...(guess === undefined ? {} : { guess }),
    ...(make === undefined
      ? {}
      : {
          make: {
            ...make,
            async make(name: string, queries: QueryClient) {
              const record = make.record(name)
              const made = await createRecord<Row & Written>(service, record, newId())
              await forgetRecords(queries, service)
              return choice(made)
            },
          },
        }),
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

type RowOf<N extends ListName> = ReferenceLists[N][number]

/**
 * A source over a store of reference data; `field` is the member that is stored. Favourites come first. What is typed is searched
 * for by the service; without an answer, and where a company's own service does not search, among what the store holds.
 */
export function storeSource<N extends ListName>(options: {
  id: string
  store: N
  field: keyof RowOf<N> & string
  /** Member that is the label of a row; `name` by default. */
  label?: keyof RowOf<N> & string
  choice: (row: RowOf<N>) => Choice
  /** What a row is found by, its name first. */
  texts: (row: RowOf<N>) => readonly string[]
  isOffered?: (row: RowOf<N>) => boolean
  isFavourite?: (row: RowOf<N>) => boolean
  guess?: (value: string) => string
  say?: (choice: Choice, t: Say) => string
}): Source {
  const { id, store, field, choice, texts, isOffered, isFavourite, guess, say } = options
  const search = async (text: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ search: text, page: "1", pageSize: String(SHOWN) })
    if (isOffered !== undefined) query.set("enabled", "true")
    const body = await request<Body<RowOf<N>[]>>(`${REFERENCE[store].path}&${query}`, {
      signal,
      // Lists are cached for a day; what is offered to choose from is what it is called now.
      cache: "no-cache",
    })
    return body.data
  }
  const rowIn = (rows: readonly RowOf<N>[], value: string) =>
    rows.find((row) => row[field] === value)
  return {
    id,
    foundBy: {
      path: `${REFERENCE[store].path}&page=1&pageSize=${String(SHOWN)}${isOffered === undefined ? "" : "&enabled=true"}`,
      value: field,
      label: options.label ?? "name",
    },
    ...(guess === undefined ? {} : { guess }),
    ...(say === undefined ? {} : { say }),
    async find(text, signal, queries, t) {
      if (text.trim() !== "") {
        const found = await search(text.trim(), signal).catch(() => null)
        signal.throwIfAborted()
        // What the reader's language calls it, this side may know alone.
        const isAnswer = found !== null && found.length > 0 && found.length <= SHOWN
        if (isAnswer) return found.map(choice)
      }
      const all: readonly RowOf<N>[] = await askStore(queries, store)
      signal.throwIfAborted()
      const rows = isOffered === undefined ? all : all.filter(isOffered)
      const order = isFavourite === undefined ? rows : favouritesFirst(rows, isFavourite)
      const said = (row: RowOf<N>) =>
        say === undefined || t === undefined ? [] : [say(choice(row), t)]
      return ranked(order, (row) => [...texts(row), ...said(row)].join(" "), text)
        .slice(0, SHOWN)
        .map(choice)
    },
    async one(value, queries) {
      const row = rowIn(await askStore(queries, store), value)
      return row === undefined ? null : choice(row)
    },
    known(lists, value) {
      const row = rowIn(lists[store] ?? [], value)
      return row === undefined ? undefined : choice(row).label
    },
  }
}

function favouritesFirst<Row>(rows: readonly Row[], isFavourite: (row: Row) => boolean) {
  return [...rows.filter(isFavourite), ...rows.filter((row) => !isFavourite(row))]
}
