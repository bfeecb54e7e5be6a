/** The form of a contact: which fields it has, for a person and for an organisation. */
import { CONTACT_LANGUAGES } from "#client/lib/language-names.ts"
import { msg } from "#client/lib/words.ts"
import {
  contactTagSource,
  countrySource,
  organisationSource,
  timeZoneSource,
  userSource,
} from "#client/records/common-sources.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"
import { TAX_IDS } from "#client/records/tax-fields.tsx"

import { KINDS, PLACES, PURPOSES, ROLES } from "./contact-words.ts"

const isPerson = (values: Values) => values["kind"] !== "organisation"

/** Whether there is no other name: an organisation has none, and a person's may be missing. */
const isNamedByIt = (values: Values) =>
  !isPerson(values) || [values["firstName"], values["lastName"]].every((name) => !name)

const EMAIL_FIELDS: readonly FieldSpec[] = [
  { kind: "text", name: "address", label: msg("Address"), type: "email", max: 254, required: true },
  { kind: "choice", name: "type", label: msg("Type"), options: PLACES, required: true },
  { kind: "choice", name: "purpose", label: msg("Purpose"), options: PURPOSES },
  { kind: "flag", name: "primary", label: msg("Primary") },
]

const PHONE_FIELDS: readonly FieldSpec[] = [
  { kind: "text", name: "e164", label: msg("Number"), type: "tel", max: 40, required: true },
  { kind: "choice", name: "type", label: msg("Type"), options: PLACES, required: true },
  { kind: "flag", name: "primary", label: msg("Primary") },
]

const ADDRESS_FIELDS: readonly FieldSpec[] = [
  { kind: "choice", name: "type", label: msg("Purpose"), options: PLACES, required: true },
  { kind: "texts", name: "lines", label: msg("Street"), max: 4, length: 80 },
  { kind: "text", name: "postal", label: msg("Postal code"), max: 20 },
  { kind: "text", name: "city", label: msg("City"), max: 80 },
  { kind: "text", name: "subdivision", label: msg("State or province"), max: 80 },
  { kind: "lookup", name: "country", label: msg("Country"), source: countrySource, required: true },
  { kind: "text", name: "unlocode", label: msg("UN/LOCODE"), code: true, max: 5 },
]

export const CONTACT_SECTIONS: readonly Section[] = [
  {
    id: "who",
    title: msg("Details"),
    fields: [
      { kind: "choice", name: "kind", label: msg("Kind"), options: KINDS, required: true },
      {
        kind: "text",
        name: "displayName",
        label: msg("Display name"),
        max: 120,
        required: isNamedByIt,
        hint: msg("Leave blank to generate from the name."),
      },
      { kind: "text", name: "salutation", label: msg("Salutation"), max: 20, when: isPerson },
      { kind: "text", name: "firstName", label: msg("First name"), max: 60, when: isPerson },
      { kind: "text", name: "lastName", label: msg("Last name"), max: 60, when: isPerson },
      {
        kind: "lookup",
        name: "organisationId",
        label: msg("Organisation"),
        source: organisationSource,
        shown: "organisationName",
        when: isPerson,
      },
      { kind: "text", name: "jobTitle", label: msg("Job title"), max: 80, when: isPerson },
      { kind: "text", name: "department", label: msg("Department"), max: 80, when: isPerson },
    ],
  },
  {
    id: "reach",
    title: msg("Contact details"),
    fields: [
      {
        kind: "list",
        name: "emails",
        label: msg("E-mail addresses"),
        max: 20,
        add: msg("Add an e-mail address"),
        of: EMAIL_FIELDS,
        blank: { address: "", type: "work", primary: false, purpose: null },
      },
      {
        kind: "list",
        name: "phones",
        label: msg("Phone numbers"),
        max: 10,
        add: msg("Add a phone number"),
        of: PHONE_FIELDS,
        blank: { e164: "", type: "work", primary: false },
      },
      {
        kind: "list",
        name: "addresses",
        label: msg("Postal addresses"),
        max: 10,
        add: msg("Add a postal address"),
        of: ADDRESS_FIELDS,
        blank: {
          type: "work",
          lines: [],
          city: "",
          subdivision: "",
          postal: "",
          country: "",
          unlocode: "",
        },
      },
      { kind: "text", name: "website", label: msg("Website"), type: "url", max: 200 },
      {
        kind: "flag",
        name: "doNotContact",
        label: msg("Do not contact"),
        hint: msg("This contact cannot be e-mailed."),
      },
    ],
  },
  {
    id: "sorting",
    title: msg("Roles and tags"),
    fields: [
      {
        kind: "choices",
        name: "roles",
        label: msg("Shipment roles"),
        options: ROLES,
        picklist: "contact_role",
      },
      {
        kind: "lookup",
        name: "ownerId",
        label: msg("Owner"),
        source: userSource,
        shown: "ownerName",
      },
      { kind: "flag", name: "favourite", label: msg("Favourite") },
      {
        kind: "lookups",
        name: "tags",
        label: msg("Tags"),
        source: contactTagSource,
        max: 20,
        wide: true,
      },
    ],
  },
  {
    id: "more",
    title: msg("More"),
    fields: [
      { kind: "text", name: "scac", label: msg("SCAC"), code: true, max: 4 },
      {
        kind: "choice",
        name: "language",
        label: msg("Language"),
        options: CONTACT_LANGUAGES,
        none: "",
      },
      {
        kind: "lookup",
        name: "timezone",
        label: msg("Time zone"),
        source: timeZoneSource,
        none: "",
      },
      { ...TAX_IDS, when: (values) => !isPerson(values) },
    ],
  },
  {
    id: "notes",
    title: msg("Notes"),
    fields: [{ kind: "long", name: "notes", label: msg("Notes"), max: 4000 }],
  },
]

export const NEW_CONTACT: Values = {
  kind: "person",
  displayName: "",
  roles: [],
  emails: [],
  phones: [],
  addresses: [],
  taxIds: [],
  tags: [],
}
