/** The form of the own company. */
import { COMPANY_TYPES } from "#client/lib/company-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { LANGUAGES, msg } from "#client/lib/words.ts"
import { currencySource, timeZoneSource } from "#client/records/common-sources.ts"
import type { FieldSpec, Section } from "#client/records/fields.ts"
import { CompanyDateControl, CompanyTimeControl } from "#client/records/format-controls.tsx"
import { TAX_IDS } from "#client/records/tax-fields.tsx"

import { ADDRESS_FIELDS } from "./address-fields.ts"
import {
  INCOTERMS,
  MASS_UNITS,
  NUMBER_FORMATS,
  PAPER_SIZES,
  VOLUME_UNITS,
} from "./company-words.ts"
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
    hint: msg("As entered in the company register."),
  },
  { kind: "text", name: "short_name", label: msg("Short name"), max: 20 },
  {
    kind: "choice",
    name: "company_type",
    label: msg("Company type"),
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
    check: (value) => (/^[A-Z]{2,4}$/u.test(value) ? null : msg("Enter two to four letters.")),
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
    hint: msg("The default currency for amounts."),
    source: currencySource,
    required: true,
  },
  {
    kind: "lookup",
    name: "timezone",
    label: msg("Time zone"),
    hint: msg("Used for the company's dates and times."),
    source: timeZoneSource,
    required: true,
  },
  {
    kind: "choice",
    name: "prefered_language",
    label: msg("Language"),
    hint: msg("The default for new users."),
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
    label: msg("Default Incoterm"),
    options: INCOTERMS,
    picklist: "incoterm",
  },
]

const FORMATS: readonly FieldSpec[] = [
  {
    kind: "custom",
    name: "formats.date",
    label: msg("Dates"),
    required: true,
    wide: false,
    Control: CompanyDateControl,
  },
  {
    kind: "custom",
    name: "formats.time",
    label: msg("Times"),
    required: true,
    wide: false,
    Control: CompanyTimeControl,
  },
  {
    kind: "choice",
    name: "formats.number",
    label: msg("Numbers"),
    options: NUMBER_FORMATS,
    required: true,
  },
  {
    kind: "choice",
    name: "formats.paper",
    label: msg("Paper size"),
    hint: msg("Used for printed reports."),
    options: PAPER_SIZES,
    required: true,
  },
]

const MAIL: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "mail.fromName",
    label: msg("Sender's name"),
    hint: msg("Shown with the sender address. Leave blank to use the company's name."),
    max: 80,
  },
  {
    kind: "text",
    name: "mail.replyTo",
    label: msg("Reply-to"),
    hint: msg("For e-mails that Waybill sends automatically."),
    type: "email",
    max: 254,
  },
  { kind: "long", name: "mail.footer", label: msg("E-mail footer"), max: 1000, rows: 3 },
]

/** The form as this person may use it. */
export function companySections({ permissions }: SessionView): readonly Section[] {
  return [
    { id: "who", title: msg("Company details"), fields: WHO },
    { id: "reach", title: msg("Contact details"), fields: REACH },
    { id: "work", title: msg("Location and units"), fields: WORK },
    {
      id: "formats",
      title: msg("Formats"),
      intro: msg(
        "Dates and times use these formats unless someone chooses others in their profile. Numbers always do.",
      ),
      fields: FORMATS,
    },
    { id: "tax", title: msg("Tax"), fields: [TAX_IDS] },
    { id: "mail", title: msg("Mail"), fields: MAIL },
    {
      id: "policy",
      title: msg("Policy"),
      fields: [
        {
          kind: "flag",
          name: "twoFactorAuth",
          label: msg("Require two-factor authentication for everyone"),
          hint: msg("People without an authenticator app get a code by e-mail."),
          fixed: () =>
            permissions.includes("company:manage")
              ? null
              : msg(
                  "None of your roles includes the permission “Company profile: Manage”. An administrator can grant it.",
                ),
        },
        {
          kind: "flag",
          name: "is_subscribed_for_campaign",
          label: msg("Receive product news"),
          hint: msg("A few e-mails a year to the company's address."),
        },
      ],
    },
  ]
}
