/** The routes of a kind of record: its list, a record, and a new one. The addresses of their data are made here alone. */
import type { RouteEntry } from "./routes.tsx"

type Screen = Pick<RouteEntry, "id" | "title" | "named" | "module" | "isAudited">

interface RecordRoutes {
  /** Path of the list at the services. */
  service: string
  /** What the list always asks for, such as `enabled=any`. */
  asks?: string
  list: Screen & {
    path: string
    /** What the list's screen reads besides. */
    more?: Readonly<Record<string, string>>
  }
  /** The screen of a record, which also makes new ones where there is `create`. */
  record?: Screen & {
    /** What the record's screen reads besides. */
    more?: Readonly<Record<string, string>>
    /** The service cannot say what the record was at a moment. */
    asOf?: false
  }
  /** Title of the screen that makes a new one. */
  create?: string
}

/** Entries for `routes.tsx`. */
export function recordRoutes({ service, asks, list, record, create }: RecordRoutes): RouteEntry[] {
  const { more: others, ...listed } = list
  const needs = { ...listNeeds(service, asks), ...others }
  const entries: RouteEntry[] = [{ ...listed, auth: "required", needs }]
  if (record === undefined) return entries
  const { more, named, asOf = true, ...shown } = record
  if (create !== undefined) {
    entries.push({
      ...shown,
      id: `${record.id}-create`,
      file: record.id,
      path: `${list.path}/create`,
      auth: "required",
      title: create,
    })
  }
  entries.push({
    ...shown,
    // Most kinds of record call their name so.
    named: named ?? "name",
    path: `${list.path}/:id`,
    auth: "required",
    needs: { ...(asOf ? recordNeeds(service) : storedNeeds(service)), ...more },
  })
  return entries
}

/** What `ListPage` reads. */
export function listNeeds(service: string, asks = "") {
  return {
    // Some lists are whole for who asks for no page; a screen never is.
    rows: `${service}?paged=true${asks === "" ? "" : `&${asks}`}{&page,pageSize,sort,search,filter*,bin}`,
    views: `/iam/api/v1/saved-views?filter=list:eq:${service}&sort=name`,
  }
}

/** What `RecordPage` reads. */
export function recordNeeds(service: string) {
  // Asked only where the address names a moment.
  return { ...storedNeeds(service), asOf: `${service}/{id}/as-of?at={at}` }
}

function storedNeeds(service: string) {
  return { record: `${service}/{id}`, history: `${service}/{id}/history` }
}
