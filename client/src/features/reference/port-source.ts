/** Lookup of ports by any code, name, alias or a misspelling of these. */
import type { Body } from "#client/lib/input.ts"
import type { Choice, Source } from "#client/records/sources.ts"
import { listSource } from "#client/records/sources.ts"
import { request } from "#client/services/http.ts"
import type { components } from "#client/wire/api.ts"

import { PORT_SERVICE, codeOf } from "./port-kinds.ts"
import type { PortKind, PortRow } from "./port-kinds.ts"

type Location = components["schemas"]["Location"]

const SHOWN = 8

/** The ports of a kind. */
export function portSource(kind: PortKind): Source {
  const list = listSource<PortRow>({
    id: kind,
    service: PORT_SERVICE[kind],
    field: "_id",
    choice: (row) => choiceOf(row, codeOf(row)),
    limit: SHOWN,
  })
  return {
    ...list,
    async find(text, signal, queries) {
      if (text.trim() === "") return await list.find(text, signal, queries)
      const search = new URLSearchParams({ search: text, kind, limit: String(SHOWN) })
      const body = await request<Body<readonly Location[]>>(`/master/api/v1/location?${search}`, {
        signal,
      })
      return body.data.map((place) => choiceOf(place, place.code, place))
    },
  }
}

function choiceOf(
  { _id, name, city, country }: Pick<PortRow, "_id" | "name" | "city" | "country">,
  code: string,
  place?: Location,
): Choice {
  const detail = [city, country].filter((part) => part !== "" && part !== name).join(", ")
  const label = code === "" ? name : `${code} ${name}`
  return { value: _id, label, detail, ...(place === undefined ? {} : { place }) }
}
