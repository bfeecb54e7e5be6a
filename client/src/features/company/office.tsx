import { WEEKDAYS } from "#client/lib/format/weekday.ts"
/** Offices of the company (domain.md 4). */
import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Code, Dash, Line, Tags } from "#client/records/cells.tsx"
import { timeZoneSource } from "#client/records/common-sources.ts"
import type { Section, Values } from "#client/records/fields.ts"
import type { Noun, Recorded } from "#client/records/noun.ts"
import { useCountryName } from "#client/services/use-reference.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { ADDRESS_FIELDS } from "./address-fields.ts"

export type Office = Recorded & Required<components["schemas"]["NewOffice"]>

export const offices: Noun<Office> = {
  id: "office",
  service: "/iam/api/v1/companies/offices",
  resource: "company",
  writing: "manage",
  icon: "building",
  titles: {
    list: msg("Offices"),
    one: msg("Office"),
    new: msg("New office"),
    counted: [msg("{count} office."), msg("{count} offices.")],
    intro: msg("The places where your people work."),
    empty: msg("Each office has its own address and time zone."),
  },
  paths: { list: paths.offices, record: (id) => paths.office(id), create: paths.newOffice },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    { id: "name", label: msg("Name"), sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "city",
      label: msg("City"),
      cell: ({ address }) => ((address.city ?? "") === "" ? <Dash /> : <Place {...address} />),
    },
    { id: "unlocode", label: msg("UN/LOCODE"), cell: ({ unlocode }) => <Code>{unlocode}</Code> },
    { id: "timezone", label: msg("Time zone"), cell: ({ timezone }) => <Line>{timezone}</Line> },
    { id: "phone", label: msg("Phone"), cell: ({ phone }) => <Line>{phone}</Line> },
    {
      id: "state",
      label: msg("Status"),
      cell: ({ isHead, enabled }, { t }) => (
        <Tags>
          {isHead ? <Tag tone="accent">{t("Head office")}</Tag> : null}
          {enabled ? null : <Tag>{t("Inactive")}</Tag>}
        </Tags>
      ),
    },
  ],
  can: { bin: true, wait: true },
}

function Place({ city, country }: Office["address"]) {
  const nameOf = useCountryName()
  return <bdi>{[city, nameOf(country ?? "")].filter(Boolean).join(", ")}</bdi>
}

export const OFFICE_SECTIONS: readonly Section[] = [
  {
    id: "office",
    title: msg("Office"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 80, required: true },
      { kind: "text", name: "unlocode", label: msg("UN/LOCODE"), code: true, max: 5 },
      {
        kind: "lookup",
        name: "timezone",
        label: msg("Time zone"),
        source: timeZoneSource,
        required: true,
      },
      {
        kind: "text",
        name: "phone",
        label: msg("Phone"),
        type: "tel",
        max: 40,
        dialledFrom: "address.country",
        autoComplete: "work tel",
      },
      {
        kind: "flag",
        name: "isHead",
        label: msg("Head office"),
        hint: msg("There is one head office. New users are assigned to it."),
        fixed: ({ stored, isNew }) =>
          !isNew && stored["isHead"] === true
            ? msg("To change this, set another office as the head office.")
            : null,
      },
      { kind: "flag", name: "enabled", label: msg("Available in lists") },
    ],
  },
  {
    id: "hours",
    title: msg("Office hours"),
    intro: msg("In the office's time zone. The dashboard shows whether the office is open."),
    fields: [
      { kind: "choices", name: "hours.days", label: msg("Working days"), options: WEEKDAYS },
      { kind: "text", name: "hours.opens", label: msg("Opens"), type: "time", max: 5 },
      { kind: "text", name: "hours.closes", label: msg("Closes"), type: "time", max: 5 },
    ],
  },
  { id: "address", title: msg("Address"), fields: ADDRESS_FIELDS },
]

/** The days on which people work in the company's country; its own service may not say. */
function workingDays({ workingDays: days }: Partial<SessionView["company"]>) {
  return days ?? ["mon", "tue", "wed", "thu", "fri"]
}

export function newOffice({ company }: SessionView): Values {
  return {
    name: "",
    unlocode: "",
    timezone: company.timezone,
    phone: "",
    isHead: false,
    enabled: true,
    hours: { days: workingDays(company), opens: "09:00", closes: "17:30" },
    address: {
      lines: [],
      city: "",
      subdivision: "",
      postal: "",
      country: company.operating_country,
    },
  }
}
