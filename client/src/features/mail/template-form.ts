/** The form of a mail template. The list does without it, as it brings the editor along. */
import { LANGUAGE_NAMES } from "#client/lib/language-names.ts"
import { msg } from "#client/lib/words.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"

import { TemplateFiles } from "./template-files.tsx"
import { TemplateTexts } from "./template-texts.tsx"
import { CHANNELS, CONTEXTS, TYPES } from "./template-words.ts"

const PEOPLE: readonly FieldSpec[] = [
  { kind: "text", name: "address", label: msg("Address"), type: "email", max: 254, required: true },
  { kind: "text", name: "name", label: msg("Name"), max: 120 },
]

const isOwn: Pick<FieldSpec, "fixed"> = {
  fixed: ({ stored }) => (stored["isSystem"] === true ? msg("Waybill needs this as it is.") : null),
}

export const TEMPLATE_SECTIONS: readonly Section[] = [
  {
    id: "what",
    title: msg("Details"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 80, required: true },
      {
        kind: "text",
        name: "code",
        label: msg("Code"),
        max: 40,
        hint: msg("Leave blank to generate from the name."),
        ...isOwn,
      },
      {
        kind: "choice",
        name: "type",
        label: msg("Purpose"),
        options: TYPES,
        required: true,
        ...isOwn,
      },
      { kind: "choice", name: "channel", label: msg("Format"), options: CHANNELS, required: true },
      {
        kind: "choice",
        name: "contextEntity",
        label: msg("Related to"),
        options: CONTEXTS,
        required: true,
        hint: msg("Determines the merge fields available."),
      },
      {
        kind: "choice",
        name: "defaultLang",
        label: msg("Fallback language"),
        options: Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label })),
        required: true,
      },
    ],
  },
  {
    id: "says",
    title: msg("Content"),
    fields: [
      {
        kind: "custom",
        name: "languages",
        label: msg("Languages"),
        wide: true,
        Control: TemplateTexts,
      },
    ],
  },
  {
    id: "sent",
    title: msg("Sender and copies"),
    fields: [
      {
        kind: "text",
        name: "from.name",
        label: msg("Sender name"),
        max: 120,
        hint: msg("Leave blank to use the name of the person who sends it."),
      },
      {
        kind: "text",
        name: "replyTo",
        label: msg("Reply-to"),
        type: "email",
        max: 254,
        none: null,
      },
      {
        kind: "list",
        name: "cc",
        label: msg("Cc"),
        max: 20,
        add: msg("Add Cc"),
        of: PEOPLE,
        blank: { address: "", name: "" },
      },
      {
        kind: "list",
        name: "bcc",
        label: msg("Bcc"),
        max: 20,
        add: msg("Add Bcc"),
        of: PEOPLE,
        blank: { address: "", name: "" },
      },
      {
        kind: "custom",
        name: "attachments",
        label: msg("Attachments"),
        wide: true,
        Control: TemplateFiles,
      },
    ],
  },
]

export const NEW_TEMPLATE: Values = {
  name: "",
  code: "",
  type: "custom",
  channel: "email",
  contextEntity: "contact",
  defaultLang: "en",
  languages: { en: { subject: "", html: "", text: "" } },
  from: null,
  replyTo: null,
  cc: [],
  bcc: [],
  attachments: [],
}
