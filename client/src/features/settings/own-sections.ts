/** The form of the own profile. */
import { msg } from "#client/lib/words.ts"
import type { FieldSpec, Section } from "#client/records/fields.ts"
import { FORMAT_FIELDS, NAME_FIELDS, WORK_FIELDS } from "#client/records/person-fields.ts"

import { SignatureControl } from "./signature-control.tsx"

const CHANNELS = [
  { value: "inApp", label: msg("In Waybill") },
  { value: "email", label: msg("In Waybill and by mail") },
  { value: "off", label: msg("Not at all") },
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
  told("inviteAccepted", msg("Somebody accepts my invitation")),
  told("issueAssigned", msg("An issue is given to me")),
  told("importFinished", msg("My import is done")),
  told("mailFailed", msg("A mail of mine does not arrive")),
  {
    kind: "choice",
    name: "notificationPrefs.accessChanged",
    label: msg("What I may do changes"),
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
          { value: "system", label: msg("As the device") },
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
        hint: msg("It stands under every mail that you send."),
        Control: SignatureControl,
      },
    ],
  },
  { id: "notifications", title: msg("Notifications"), fields: NOTIFICATIONS },
]
