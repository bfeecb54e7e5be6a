/**
 * Records by their code, name or address, over every list that the user may view. The services say how each was found; here the
 * lists are put together in that order.
 */
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"

type Wire = components["schemas"]

export type FoundKind =
  | Wire["PortKind"]
  | "contact"
  | "country"
  | "currency"
  | "file"
  | "issue"
  | "report"
  | "role"
  | "template"
  | "user"

export interface Found {
  kind: FoundKind
  id: string
  name: string
  /** What tells it apart: a code, an address; empty where there is none. */
  code: string
  /** Whether what was typed is exactly its code or address. */
  isExact: boolean
  /** Of a place: its country and its zone. */
  place: { country: string; timezone: string } | undefined
}

type Match = Wire["SearchMatch"]

type Row = Omit<Found, "isExact" | "place"> & {
  place?: Found["place"]
  /** How it was found, where the row says it. */
  match?: Match
}

/** The best first. */
const MATCHES: readonly Match[] = [
  "code",
  "codeEnd",
  "name",
  "prefix",
  "words",
  "within",
  "sound",
  "typo",
]

/** How a service of the company's own found a row, which may not say it. */
function unsaid({ code }: Row, text: string): Match {
  return code.toLowerCase() === text.toLowerCase() ? "code" : "within"
}

interface Source {
  /** One of these is enough. */
  rights: readonly string[]
  path: (search: string) => string
  rows: (body: never) => readonly Row[]
}

/** Rows of one list. */
const EACH = 5
/** A service that takes longer is left out of what is found. */
const PATIENCE_MS = 4000

const SOURCES: readonly Source[] = [
  {
    rights: ["port.airport:view", "port.oceanport:view", "port.receivinglocation:view"],
    path: (search) => `/master/api/v1/location?limit=${EACH}&search=${search}`,
    rows: ({ data }: Wire["LocationList"]) =>
      data.map(({ _id, kind, code, name, match, country, timezone }) => ({
        kind,
        id: _id,
        name,
        code,
        match,
        place: { country, timezone },
      })),
  },
  list("currency:view", "/master/api/v1/currency-list", ({ data }: Wire["CurrencyList"]) =>
    data.map(({ _id, name, code }) => ({ kind: "currency", id: _id, name, code })),
  ),
  list("country:view", "/master/api/v1/country", ({ data }: Wire["CountryList"]) =>
    data.map(({ _id, name, alpha2 }) => ({
      kind: "country",
      id: _id,
      name,
      code: alpha2,
    })),
  ),
  list("contact:view", "/contact/api/v1/contacts", ({ data }: Wire["ContactList"]) =>
    data.map(({ _id, displayName, emails }) => ({
      kind: "contact",
      id: _id,
      name: displayName,
      code: emails[0]?.address ?? "",
    })),
  ),
  list("user:view", "/iam/api/v1/users", ({ data }: Wire["UserList"]) =>
    data.map(({ _id, name, emailId }) => ({ kind: "user", id: _id, name, code: emailId })),
  ),
  list("role:view", "/iam/api/v1/roles", ({ data }: Wire["RoleList"]) =>
    data.map(({ _id, name }) => ({ kind: "role", id: _id, name, code: "" })),
  ),
  list("template:view", "/mail/api/v1/templates", ({ data }: Wire["TemplateList"]) =>
    data.map(({ _id, name, code }) => ({ kind: "template", id: _id, name, code })),
  ),
  list("issue:view", "/iam/api/v1/issue/tracker", ({ data }: Wire["IssueList"]) =>
    data.map(({ _id, title, key }) => ({ kind: "issue", id: _id, name: title, code: key })),
  ),
  list("file:view", "/drive/api/v1/filesystem/file", ({ data }: Wire["FileList"]) =>
    data.map(({ _id, name }) => ({ kind: "file", id: _id, name, code: "" })),
  ),
  list("report:view", "/report/api/v1/reportSketch", ({ data }: Wire["ReportSketchList"]) =>
    data.map(({ _id, name }) => ({ kind: "report", id: _id, name, code: "" })),
  ),
]

/**
 * Tells what matches whenever another list has answered, the best first. Lists that may not be viewed are not asked, and those
 * that do not answer are left out; the promise settles when all have.
 */
export async function findRecords(
  text: string,
  permissions: readonly string[],
  { signal, onFound }: { signal: AbortSignal; onFound: (found: readonly Found[]) => void },
): Promise<void> {
  const sources = SOURCES.filter(({ rights }) =>
    rights.some((right) => permissions.includes(right)),
  )
  const parts: (readonly { row: Row; match: Match }[])[] = sources.map(() => [])
  const ask = async ({ path, rows }: Source, index: number) => {
    const body = await request<never>(path(encodeURIComponent(text)), {
      signal,
      timeoutMs: PATIENCE_MS,
    }).catch(() => null)
    if (body === null || signal.aborted) return
    const matches = matchesOf(body)
    parts[index] = rows(body).map((row, at) => ({
      row,
      match: row.match ?? matches[at] ?? unsaid(row, text),
    }))
    const found = parts
      .flat()
      .toSorted((one, other) => MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match))
    onFound(
      found.map(({ row: { kind, id, name, code, place }, match }) => {
        return { kind, id, name, code, place, isExact: match === "code" }
      }),
    )
  }
  await Promise.all(sources.map((source, index) => ask(source, index)))
}

function matchesOf(body: { matches?: readonly Match[] }): readonly Match[] {
  return body.matches ?? []
}

function list(right: string, path: string, rows: Source["rows"]): Source {
  return { rights: [right], path: (search) => `${path}?pageSize=${EACH}&search=${search}`, rows }
}
