/** The three lists of ports (domain.md 4): what each is called, and where it lies. */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import type { Titles } from "#client/records/noun.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import type { components } from "#client/wire/api.ts"

export type PortKind = components["schemas"]["PortKind"]

/** One shape in three lists. */
export type PortRow = components["schemas"]["Airport"]

export const PORT_SERVICE = {
  airport: "/master/api/v1/airport",
  oceanport: "/master/api/v1/oceanport",
  receivinglocation: "/master/api/v1/receivinglocation",
} as const satisfies Record<PortKind, string>

export const PORT_ICON = {
  airport: "plane",
  oceanport: "anchor",
  receivinglocation: "dock",
} as const satisfies Record<PortKind, IconName>

export const PORT_TITLES: Readonly<Record<PortKind, Titles>> = {
  airport: {
    list: msg("Airports"),
    one: msg("Airport"),
    new: msg("New airport"),
    counted: [msg("{count} airport."), msg("{count} airports.")],
    intro: msg("Airports by IATA and ICAO code."),
    empty: msg("Airports are built in."),
  },
  oceanport: {
    list: msg("Ocean ports"),
    one: msg("Ocean port"),
    new: msg("New ocean port"),
    counted: [msg("{count} ocean port."), msg("{count} ocean ports.")],
    intro: msg("Sea and river ports by UN/LOCODE."),
    empty: msg("Ocean ports are built in."),
  },
  receivinglocation: {
    list: msg("Receiving locations"),
    one: msg("Receiving location"),
    new: msg("New receiving location"),
    counted: [msg("{count} receiving location."), msg("{count} receiving locations.")],
    intro: msg("Warehouses, depots and gates where goods are received."),
    empty: msg("Add the warehouses and depots that receive your goods."),
  },
}

export const PORT_PATHS = {
  airport: { list: paths.airports, record: paths.airport, create: paths.newAirport },
  oceanport: { list: paths.oceanPorts, record: paths.oceanPort, create: paths.newOceanPort },
  receivinglocation: {
    list: paths.receivingLocations,
    record: paths.receivingLocation,
    create: paths.newReceivingLocation,
  },
} as const

/** Names of the codes on screen, by field. */
export const PORT_CODES = {
  unlocode: msg("UN/LOCODE"),
  iata: msg("IATA"),
  icao: msg("ICAO"),
} as const

/** What a port can do (UN/LOCODE, column 6). */
export const FUNCTIONS = [
  { value: "1", label: msg("Port") },
  { value: "2", label: msg("Rail") },
  { value: "3", label: msg("Road") },
  { value: "4", label: msg("Airport") },
  { value: "5", label: msg("Post") },
  { value: "6", label: msg("Inland depot") },
  { value: "7", label: msg("Fixed installation") },
  { value: "B", label: msg("Border crossing") },
] as const

/** The code that people know a port of the kind by. */
export function codeOf({ kind, iata, unlocode, icao }: PortRow): string {
  const [first, second] = kind === "airport" ? [iata, unlocode] : [unlocode, iata]
  return first || second || icao
}
