/** Ports: airports, ocean ports and receiving locations, one shape in three lists (domain.md 4). */
import { formatTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { Code, Dash } from "#client/records/cells.tsx"
import type { Column, Look, Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"
import { Instant } from "#client/ui/time.tsx"

import { FAVOURITE_ACTIONS, OFFERED_FILTERS, offeredColumn } from "./origin.tsx"
import {
  PORT_CODES,
  PORT_ICON,
  PORT_PATHS,
  PORT_SERVICE,
  PORT_TITLES,
  codeOf,
} from "./port-kinds.ts"
import type { PortKind, PortRow } from "./port-kinds.ts"
import { portSource } from "./port-source.ts"

/** The code columns, the one that people know the kind by first. */
const CODES: Readonly<Record<PortKind, readonly (keyof typeof PORT_CODES)[]>> = {
  airport: ["iata", "icao", "unlocode"],
  oceanport: ["unlocode", "iata", "icao"],
  receivinglocation: ["unlocode", "iata", "icao"],
}

function portNoun(kind: PortKind): Noun<PortRow> {
  return {
    id: kind,
    service: PORT_SERVICE[kind],
    resource: `port.${kind}`,
    icon: PORT_ICON[kind],
    titles: PORT_TITLES[kind],
    paths: PORT_PATHS[kind],
    labelOf: (row) => [codeOf(row), row.name].filter((part) => part !== "").join(" "),
    order: "name",
    columns: [
      { id: "name", label: msg("Name"), sort: "name", cell: named },
      ...CODES[kind].map((code, place) => codeColumn(code, kind !== "airport" && place > 0)),
      {
        id: "city",
        label: msg("City"),
        sort: "city",
        cell: ({ city }) => (city === "" ? <Dash /> : <bdi>{city}</bdi>),
      },
      {
        id: "country",
        label: msg("Country"),
        sort: "country",
        cell: ({ country }) => <Code>{country}</Code>,
      },
      { id: "localTime", exports: ["timezone"], label: msg("Local time"), cell: localTime },
      offeredColumn(),
    ],
    filters: [
      { kind: "text", field: "country", label: msg("Country (alpha-2)") },
      { kind: "text", field: "city", label: msg("City") },
      { kind: "text", field: "unlocode", label: PORT_CODES.unlocode },
      { kind: "text", field: "iata", label: PORT_CODES.iata },
      { kind: "text", field: "timezone", label: msg("Time zone") },
      ...OFFERED_FILTERS,
    ],
    can: {
      wait: true,
      import: kind,
      export: true,
      bin: true,
      enable: true,
      merge: {
        told: msg(
          "The record you keep takes over its names, codes, partner codes and parts. This one is no longer offered and shows what replaced it.",
        ),
        source: () => portSource(kind),
        used: [
          {
            service: PORT_SERVICE[kind],
            filter: ({ _id }) => `parentId:eq:${_id}`,
            list: PORT_PATHS[kind].list,
            counted: [
              msg("{count} place that is part of it"),
              msg("{count} places that are part of it"),
            ],
          },
          {
            service: PORT_SERVICE[kind],
            filter: ({ _id }) => `replacedBy:eq:${_id}`,
            list: PORT_PATHS[kind].list,
            counted: [msg("{count} place it has replaced"), msg("{count} places it has replaced")],
          },
        ],
      },
      duplicate: true,
      bulk: FAVOURITE_ACTIONS,
    },
  }
}

export const airports = portNoun("airport")
export const oceanPorts = portNoun("oceanport")
export const receivingLocations = portNoun("receivinglocation")

function named({ name, replacedBy }: PortRow, { t }: Look) {
  return (
    <>
      <bdi>{name}</bdi>
      {replacedBy === null ? null : (
        <>
          {" "}
          <Tag tone="warning">{t("Replaced")}</Tag>
        </>
      )}
    </>
  )
}

function codeColumn(code: keyof typeof PORT_CODES, isHidden: boolean): Column<PortRow> {
  return {
    id: code,
    label: PORT_CODES[code],
    sort: code,
    cell: (row) => <Code>{row[code]}</Code>,
    ...(isHidden ? { hidden: true } : {}),
  }
}

/** At the moment that the page is about, on the clock of the place. */
function localTime({ timezone }: PortRow, { now, style }: Look) {
  return (
    <Instant dateTime={now} title={timezone}>
      {formatTime(now, { ...style, timeZone: timezone })}
    </Instant>
  )
}
