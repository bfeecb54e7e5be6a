import { countryIn, countryName } from "#client/lib/country-names.ts"
/** Lookups that several kinds of records share. */
import type { Body } from "#client/lib/input.ts"
import { NAME_LISTS } from "#client/lib/name-lists.ts"
import { msg } from "#client/lib/words.ts"
import { request } from "#client/services/http.ts"
import type { components } from "#client/wire/api.ts"

import { type Source, listSource, storeSource } from "./sources.ts"

type Wire = components["schemas"]

export const userSource = listSource<Wire["User"]>({
  id: "user",
  service: "/iam/api/v1/users",
  field: "_id",
  choice: ({ _id, name, emailId }) => ({ value: _id, label: name, detail: emailId }),
  names: NAME_LISTS.people,
})

export const countrySource = storeSource({
  id: "country",
  store: "countries",
  field: "alpha2",
  choice: ({ alpha2, name }) => ({ value: alpha2, label: name, detail: alpha2 }),
  texts: ({ name, alpha2, alpha3, numeric, aliases, localNames }) => [
    name,
    alpha2,
    alpha3 ?? "",
    numeric ?? "",
    ...(aliases ?? []),
    ...Object.values(localNames ?? {}),
  ],
  isOffered: ({ enabled }) => enabled !== false,
  isFavourite: ({ favourite }) => favourite === true,
  guess: countryName,
  say: ({ value, label }, t) => countryIn(value, label, t),
})

export const currencySource = storeSource({
  id: "currency",
  store: "currencies",
  field: "code",
  choice: ({ code, name }) => ({ value: code, label: name, detail: code }),
  texts: ({ code, name, numeric, symbol }) => [code, name, numeric ?? "", symbol ?? ""],
  isOffered: ({ enabled }) => enabled !== false,
  isFavourite: ({ favourite }) => favourite === true,
})

export const timeZoneSource = storeSource({
  id: "timezone",
  store: "timezones",
  field: "id",
  label: "label",
  choice: ({ id, label }) => ({ value: id, label: spaced(id), detail: label }),
  texts: ({ id, label, aliases }) => [label, spaced(id), id, ...(aliases ?? [])],
  guess: spaced,
})

export const contactSource = listSource<Wire["Contact"]>({
  id: "contact",
  service: "/contact/api/v1/contacts",
  field: "_id",
  label: "displayName",
  choice: ({ _id, displayName, emails }) => ({
    value: _id,
    label: displayName,
    ...(emails[0] === undefined ? {} : { detail: emails[0].address ?? "" }),
  }),
})

export const organisationSource = listSource<Wire["Contact"]>({
  id: "organisation",
  service: "/contact/api/v1/contacts",
  field: "_id",
  label: "displayName",
  choice: ({ _id, displayName }) => ({ value: _id, label: displayName }),
  filter: ["kind:eq:organisation"],
})

export const contactTagSource = listSource<Wire["ContactTag"]>({
  id: "contact-tag",
  service: "/contact/api/v1/contact-tags",
  field: "_id",
  choice: ({ _id, name }) => ({ value: _id, label: name }),
  names: NAME_LISTS.tags,
  make: {
    right: "contactTag:create",
    label: msg("Create the tag “{name}”"),
    max: 40,
    record: (name) => ({ name }),
  },
})

/** Tags that are there, where a new one would make no sense. */
export const knownTagSource: Source = withoutMaking(contactTagSource)

export const groupSource = listSource<Wire["Group"]>({
  id: "group",
  service: "/iam/api/v1/groups",
  field: "_id",
  choice: ({ _id, name }) => ({ value: _id, label: name }),
})

export const roleSource = listSource<Wire["Role"]>({
  id: "role",
  service: "/iam/api/v1/roles",
  field: "_id",
  choice: ({ _id, name }) => ({ value: _id, label: name }),
  names: NAME_LISTS.roles,
})

export const folderSource = listSource<Wire["File"]>({
  id: "folder",
  service: "/drive/api/v1/filesystem/file",
  field: "_id",
  choice: ({ _id, name }) => ({ value: _id, label: name }),
  filter: ["isFolder:eq:true"],
  names: NAME_LISTS.folders,
})

export const fileSource = listSource<Wire["File"]>({
  id: "file",
  service: "/drive/api/v1/filesystem/file",
  field: "_id",
  choice: ({ _id, name }) => ({ value: _id, label: name }),
  filter: ["isFile:eq:true"],
})

export const issueSource = listSource<Wire["Issue"]>({
  id: "issue",
  service: "/iam/api/v1/issue/tracker",
  field: "_id",
  label: "title",
  choice: ({ _id, key, title }) => ({ value: _id, label: title, detail: key }),
})

/** The lists of ports, the one first whose ports are offered before anything is typed. */
const PORTS = ["oceanport", "airport", "receivinglocation"] as const

const portsOf = (kind: (typeof PORTS)[number]) =>
  listSource<Wire["OceanPort"]>({
    id: "port",
    service: `/master/api/v1/${kind}`,
    field: "_id",
    choice: ({ _id, name, unlocode, iata }) => ({
      value: _id,
      label: name,
      detail: unlocode === "" ? iata : unlocode,
    }),
    filter: ["enabled:eq:true"],
  })

/** Ports of all kinds. */
export const portSource: Source = {
  id: "port",
  foundBy: { path: "/master/api/v1/location?limit=8", value: "_id", label: "name" },
  async find(text, signal, queries) {
    if (text.trim() === "") return await portsOf("oceanport").find(text, signal, queries)
    const search = new URLSearchParams({ search: text, limit: "8" })
    const { data } = await request<Body<readonly Wire["Location"][]>>(
      `/master/api/v1/location?${search}`,
      { signal },
    )
    return data.map((place) => ({
      value: place._id,
      label: place.name,
      detail: [place.code, place.country].filter((part) => part !== "").join(", "),
      place,
    }))
  },
  async one(value, queries) {
    const asked = PORTS.map((kind) =>
      portsOf(kind)
        .one(value, queries)
        .catch(() => null),
    )
    return (await Promise.all(asked)).find((port) => port !== null) ?? null
  },
}

export const reportSource = listSource<Wire["ReportSketch"]>({
  id: "report",
  service: "/report/api/v1/reportSketch",
  field: "_id",
  choice: ({ _id, name }) => ({ value: _id, label: name }),
})

export const templateSource = listSource<Wire["Template"]>({
  id: "template",
  service: "/mail/api/v1/templates",
  field: "_id",
  choice: ({ _id, name, code }) => ({ value: _id, label: name, detail: code }),
})

export const officeSource = listSource<Wire["Office"]>({
  id: "office",
  service: "/iam/api/v1/companies/offices",
  field: "_id",
  choice: ({ _id, name, unlocode }) => ({ value: _id, label: name, detail: unlocode }),
  filter: ["enabled:eq:true"],
  names: NAME_LISTS.offices,
})

function withoutMaking(source: Source): Source {
  const { make: _, ...others } = source
  return others
}

/** A zone's name as it is read. */
function spaced(zone: string): string {
  return zone.replaceAll("_", " ")
}
