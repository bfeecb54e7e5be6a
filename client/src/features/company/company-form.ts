/** The form of the own company. */
import { COMPANY_TYPES } from "#client/lib/company-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { LANGUAGES, msg } from "#client/lib/words.ts"
import { countrySource, currencySource, timeZoneSource } from "#client/records/common-sources.ts"
import type { FieldSpec, Section } from "#client/records/fields.ts"

import { ADDRESS_FIELDS } from "./address-fields.ts"
import { INCOTERMS, MASS_UNITS, VOLUME_UNITS } from "./company-words.ts"
import { CountryControl } from "./country-control.tsx"
import { LogoControl } from "./logo-control.tsx"

const WHO: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "name",
    label: msg("Name"),
    max: 120,
    required: true,
    autoComplete: "organization",
  },
  {
    kind: "text",
    name: "legalName",
    label: msg("Legal name"),
    max: 120,
    hint: msg("As the register of companies has it."),
  },
  { kind: "text", name: "short_name", label: msg("Short name"), max: 20 },
  {
    kind: "choice",
    name: "company_type",
    label: msg("Business"),
    options: COMPANY_TYPES,
    picklist: "company_type",
    required: true,
  },
  { kind: "text", name: "registrationNo", label: msg("Registration number"), max: 40 },
  {
    kind: "text",
    name: "scac",
    label: msg("SCAC"),
    code: true,
    max: 4,
    hint: msg("Standard Carrier Alpha Code, two to four letters."),
    check: (value) =>
      /^[A-Z]{2,4}$/u.test(value) ? null : msg("This code has two to four letters."),
  },
  { kind: "custom", name: "logoFileId", label: msg("Logo"), Control: LogoControl },
]

const REACH: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "email",
    label: msg("E-mail address"),
    type: "email",
    max: 254,
    autoComplete: "work email",
  },
  {
    kind: "text",
    name: "phone",
    label: msg("Phone"),
    type: "tel",
    max: 40,
    dialledFrom: "operating_country",
    autoComplete: "work tel",
  },
  {
    kind: "text",
    name: "website",
    label: msg("Website"),
    type: "url",
    max: 200,
    autoComplete: "url",
  },
  ...ADDRESS_FIELDS,
]

const WORK: readonly FieldSpec[] = [
  {
    kind: "custom",
    name: "operating_country",
    label: msg("Operating country"),
    required: true,
    Control: CountryControl,
  },
  {
    kind: "lookup",
    name: "currency",
    label: msg("Currency"),
    hint: msg("Money is shown in it unless something else is said."),
    source: currencySource,
    required: true,
  },
  {
    kind: "lookup",
    name: "timezone",
    label: msg("Time zone"),
    hint: msg("The company's days begin in it."),
    source: timeZoneSource,
    required: true,
  },
  {
    kind: "choice",
    name: "prefered_language",
    label: msg("Language"),
    hint: msg("New users begin with it."),
    required: true,
    options: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
  },
  {
    kind: "choice",
    name: "units.mass",
    label: msg("Weights"),
    options: MASS_UNITS,
    required: true,
  },
  {
    kind: "choice",
    name: "units.volume",
    label: msg("Volumes"),
    options: VOLUME_UNITS,
    required: true,
  },
  {
    kind: "choice",
    name: "defaultIncoterm",
    label: msg("Usual Incoterm"),
    options: INCOTERMS,
    picklist: "incoterm",
  },
]

const TAX_FIELDS: readonly FieldSpec[] = [
  { kind: "lookup", name: "country", label: msg("Country"), source: countrySource, required: true },
  {
    kind: "text",
    name: "type",
    label: msg("Kind"),
    max: 20,
    required: true,
    hint: msg("Such as VAT."),
  },
  { kind: "text", name: "no", label: msg("Number"), max: 30, required: true },
]

const MAIL: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "mail.fromName",
    label: msg("Sender's name"),
    hint: msg("Beside the address that mails come from; the company's name unless given."),
    max: 80,
  },
  {
    kind: "text",
    name: "mail.replyTo",
    label: msg("Answers go to"),
    hint: msg("For mails that nobody of the company wrote."),
    type: "email",
    max: 254,
  },
  { kind: "long", name: "mail.footer", label: msg("Foot of every mail"), max: 1000, rows: 3 },
]

/** The form as this person may use it. */
export function companySections({ permissions }: SessionView): readonly Section[] {
  return [
    { id: "who", title: msg("Who you are"), fields: WHO },
    { id: "reach", title: msg("How to reach you"), fields: REACH },
    { id: "work", title: msg("Where and how you work"), fields: WORK },
    {
      id: "tax",
      title: msg("Tax"),
      fields: [
        {
          kind: "list",
          name: "taxIds",
          label: msg("Tax ids"),
          max: 10,
          add: msg("Add a tax id"),
          of: TAX_FIELDS,
          blank: { country: "", type: "VAT", no: "" },
        },
      ],
    },
    { id: "mail", title: msg("Mail"), fields: MAIL },
    {
      id: "policy",
      title: msg("Policy"),
      fields: [
        {
          kind: "flag",
          name: "twoFactorAuth",
          label: msg("Everybody signs in with a second factor"),
          hint: msg("Whoever has no authenticator app gets a code by mail."),
          fixed: () =>
            permissions.includes("company:manage")
              ? null
              : msg(
                  "None of your roles includes the right “Company profile: Manage”. An administrator can grant it.",
                ),
        },
        {
          kind: "flag",
          name: "is_subscribed_for_campaign",
          label: msg("Tell us of what is new"),
          hint: msg("A few mails a year to the company's address."),
        },
      ],
    },
  ]
}
