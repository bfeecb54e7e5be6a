/** The form of a port (domain.md 4): which fields it has, by kind. */
import { msg } from "#client/lib/words.ts"
import { countrySource, timeZoneSource } from "#client/records/common-sources.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"
import { namedTexts } from "#client/records/named-texts.tsx"

import { OFFERED } from "./origin.tsx"
import { FUNCTIONS } from "./port-kinds.ts"
import type { PortKind } from "./port-kinds.ts"
import { portSource } from "./port-source.ts"

const QUALITIES = [
  { value: "verified", label: msg("Verified") },
  { value: "unverified", label: msg("Not verified") },
  { value: "none", label: msg("None") },
] as const

/** The form of a kind. */
export function portSections(kind: PortKind): readonly Section[] {
  return [
    { id: "names", title: msg("Name and codes"), fields: names(kind) },
    { id: "place", title: msg("Location"), fields: PLACE },
    ...(kind === "receivinglocation"
      ? [{ id: "receiving", title: msg("Receiving goods"), fields: RECEIVING }]
      : []),
    { id: "reach", title: msg("Contact details"), fields: REACH },
    { id: "use", title: msg("Usage"), fields: usage(kind) },
  ]
}

/** What a new one begins with. */
export function newPort(kind: PortKind): Values {
  const functions = { airport: ["4"], oceanport: ["1"], receivinglocation: [] }[kind]
  return {
    name: "",
    unlocode: "",
    iata: "",
    icao: "",
    country: "",
    timezone: "",
    functions,
    aliases: [],
    partnerCodes: {},
    enabled: true,
    favourite: false,
  }
}

function names(kind: PortKind): readonly FieldSpec[] {
  return [
    { kind: "text", name: "name", label: msg("Name"), max: 128, required: true },
    {
      kind: "text",
      name: "nameAscii",
      label: msg("Name in ASCII"),
      max: 128,
      hint: msg("Leave blank to generate from the name."),
    },
    {
      kind: "text",
      name: "unlocode",
      label: msg("UN/LOCODE"),
      code: true,
      max: 6,
      hint: msg("Starts with the country code, or with XZ."),
      ...(kind === "oceanport" ? { required: true } : {}),
      check: (value) =>
        /^[A-Z]{2}\s?[A-Z2-9]{3}$/u.test(value) ? null : msg("Enter it as NLRTM."),
    },
    {
      kind: "text",
      name: "iata",
      label: msg("IATA"),
      code: true,
      max: 3,
      ...(kind === "airport" ? { hint: msg("Enter an IATA or an ICAO code.") } : {}),
      check: (value) => (/^[A-Z]{3}$/u.test(value) ? null : msg("Enter three letters.")),
    },
    {
      kind: "text",
      name: "icao",
      label: msg("ICAO"),
      code: true,
      max: 4,
      check: (value) => (/^[A-Z]{4}$/u.test(value) ? null : msg("Enter four letters.")),
    },
    { kind: "text", name: "faaLid", label: msg("FAA identifier"), code: true, max: 4 },
    {
      kind: "text",
      name: "scheduleK",
      label: msg("Schedule K"),
      code: true,
      max: 5,
      check: (value) => (/^\d{5}$/u.test(value) ? null : msg("Enter five digits.")),
    },
    {
      kind: "texts",
      name: "aliases",
      label: msg("Other names"),
      max: 20,
      length: 128,
      hint: msg("One per line. Also searchable."),
    },
    {
      kind: "custom",
      name: "partnerCodes",
      label: msg("Partner codes"),
      wide: true,
      Control: namedTexts({
        name: msg("System"),
        text: msg("Code"),
        add: msg("Add partner code"),
        max: 50,
        nameLength: 40,
        textLength: 40,
      }),
    },
  ]
}

const PLACE: readonly FieldSpec[] = [
  { kind: "lookup", name: "country", label: msg("Country"), source: countrySource, required: true },
  { kind: "text", name: "city", label: msg("City"), max: 80 },
  { kind: "text", name: "subdivision", label: msg("State or province"), max: 80 },
  {
    kind: "lookup",
    name: "timezone",
    label: msg("Time zone"),
    source: timeZoneSource,
    required: true,
  },
  {
    kind: "text",
    name: "timezoneReason",
    label: msg("Reason for a different time zone"),
    max: 200,
    hint: msg("Required if the time zone does not belong to the country."),
    wide: true,
  },
  { kind: "number", name: "lat", label: msg("Latitude"), min: -90, max: 90 },
  { kind: "number", name: "lng", label: msg("Longitude"), min: -180, max: 180 },
  { kind: "choice", name: "coordQuality", label: msg("Coordinate status"), options: QUALITIES },
  {
    kind: "number",
    name: "elevationFt",
    label: msg("Elevation (feet)"),
    min: -1500,
    max: 20_000,
    step: 1,
  },
]

const RECEIVING: readonly FieldSpec[] = [
  { kind: "text", name: "dockHours", label: msg("Dock hours"), max: 200, wide: true },
  { kind: "long", name: "instructions", label: msg("Driver instructions"), max: 1000 },
  {
    kind: "flag",
    name: "appointmentRequired",
    label: msg("Appointment required"),
  },
]

const REACH: readonly FieldSpec[] = [
  { kind: "long", name: "address", label: msg("Postal address"), max: 300, rows: 3 },
  { kind: "text", name: "website", label: msg("Website"), type: "url", max: 200 },
  {
    kind: "text",
    name: "phone",
    label: msg("Phone"),
    type: "tel",
    max: 40,
    dialledFrom: "country",
  },
  { kind: "long", name: "notes", label: msg("Notes"), max: 2000 },
]

function usage(kind: PortKind): readonly FieldSpec[] {
  return [
    {
      kind: "choices",
      name: "functions",
      label: msg("Functions"),
      options: FUNCTIONS,
      wide: true,
    },
    {
      kind: "lookup",
      name: "parentId",
      label: msg("Part of"),
      source: portSource(kind),
      hint: msg("The place whose code also covers this one, for example LON for LHR."),
    },
    {
      kind: "lookup",
      name: "replacedBy",
      label: msg("Replaced by"),
      source: portSource(kind),
      hint: msg("It will no longer be offered."),
    },
    ...OFFERED,
  ]
}
