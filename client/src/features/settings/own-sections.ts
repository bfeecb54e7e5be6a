/** The form of the own profile. */
import { msg } from "#client/lib/words.ts"
import type { FieldSpec, Section } from "#client/records/fields.ts"
import { FORMAT_FIELDS, NAME_FIELDS, WORK_FIELDS } from "#client/records/person-fields.ts"

import { SignatureControl } from "./signature-control.tsx"

const CHANNELS = [
  { value: "inApp", label: msg("In Waybill") },
  { value: "email", label: msg("In Waybill and by e-mail") },
  { value: "off", label: msg("Off") },
] as const

const told = (kind: string, label: string): FieldSpec => ({
  kind: "choice",
  name: `notificationPrefs.${kind}`,
  label,
  options: CHANNELS,
  required: true,
})

/** What users are told of, each by a way that they choose. */
const NOTIFICATIONS: readonly FieldSpec[] = [
  told("inviteAccepted", msg("Someone accepts my invitation")),
  told("issueAssigned", msg("An issue is assigned to me")),
  told("importFinished", msg("My import finishes")),
  told("mailFailed", msg("One of my e-mails is not delivered")),
  told("supportVisit", msg("Support visits the company")),
  {
    kind: "choice",
    name: "notificationPrefs.accessChanged",
    label: msg("My permissions change"),
    // Nobody misses that.
    options: CHANNELS.filter(({ value }) => value !== "off"),
    required: true,
  },
]

export const OWN_SECTIONS: readonly Section[] = [
  { id: "person", title: msg("Personal data"), fields: [...NAME_FIELDS, ...WORK_FIELDS] },
  {
    id: "locale",
    title: msg("Language and formats"),
    fields: [
      ...FORMAT_FIELDS,
      {
        kind: "choice",
        name: "theme",
        label: msg("Colours"),
        required: true,
        options: [
          { value: "system", label: msg("Same as device") },
          { value: "light", label: msg("Light") },
          { value: "dark", label: msg("Dark") },
          { value: "contrast", label: msg("High contrast") },
        ],
      },
      {
        kind: "choice",
        name: "density",
        label: msg("Density"),
        required: true,
        options: [
          { value: "comfortable", label: msg("Comfortable") },
          { value: "compact", label: msg("Compact") },
        ],
      },
    ],
  },
  {
    id: "mail",
    title: msg("Mail"),
    fields: [
      {
        kind: "custom",
        name: "signatureHtml",
        label: msg("Signature"),
        hint: msg("Added below every e-mail you send."),
        Control: SignatureControl,
      },
    ],
  },
  { id: "notifications", title: msg("Notifications"), fields: NOTIFICATIONS },
]
