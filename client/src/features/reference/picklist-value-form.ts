/** The form of a value of a picklist (domain.md 4): which fields it has. */
import { languageName } from "#client/lib/language-names.ts"
import { PALETTE } from "#client/lib/palette.ts"
import { msg } from "#client/lib/words.ts"
import type { Section, Values } from "#client/records/fields.ts"
import { namedTexts } from "#client/records/named-texts.tsx"
import { listSource } from "#client/records/sources.ts"
import type { components } from "#client/wire/api.ts"

import { fixedOnceMade } from "./origin.tsx"
import type { PicklistRow } from "./picklist.tsx"

type ValueRow = components["schemas"]["PicklistValue"]

const groupSource = listSource<PicklistRow>({
  id: "picklist",
  service: "/master/api/v1/dropdown-groups",
  field: "code",
  choice: ({ code, name }) => ({ value: code, label: name, detail: code }),
})

const valueSource = listSource<ValueRow>({
  id: "picklist-value",
  service: "/master/api/v1/dropdown",
  field: "_id",
  label: "label",
  choice: ({ _id, label, group }) => ({ value: _id, label, detail: group }),
})

export const PICKLIST_VALUE_SECTIONS: readonly Section[] = [
  {
    id: "value",
    title: msg("Value"),
    fields: [
      {
        kind: "lookup",
        name: "group",
        label: msg("Picklist"),
        source: groupSource,
        required: true,
        fixed: fixedOnceMade,
      },
      {
        kind: "text",
        name: "code",
        label: msg("Code"),
        max: 40,
        required: true,
        hint: msg("Stored in the records that use this value."),
        fixed: fixedOnceMade,
      },
      { kind: "text", name: "label", label: msg("Label"), max: 80, required: true },
      { kind: "choice", name: "color", label: msg("Colour"), options: PALETTE, none: null },
      {
        kind: "lookup",
        name: "parentValue",
        label: msg("Parent"),
        source: valueSource,
        hint: msg("Another value of the same picklist."),
      },
      { kind: "text", name: "description", label: msg("Description"), max: 300, wide: true },
      {
        kind: "custom",
        name: "labels",
        label: msg("Labels in other languages"),
        hint: msg("By language code, for example nl."),
        wide: true,
        Control: namedTexts({
          name: msg("Language"),
          nameOf: languageName,
          text: msg("Label"),
          add: msg("Add language"),
          max: 50,
          nameLength: 12,
          textLength: 80,
        }),
      },
    ],
  },
  {
    id: "offered",
    title: msg("Availability"),
    fields: [
      { kind: "flag", name: "enabled", label: msg("Available in lists") },
      { kind: "flag", name: "isDefault", label: msg("Default for empty fields") },
      { kind: "day", name: "validFrom", label: msg("From") },
      { kind: "day", name: "validTo", label: msg("Until") },
    ],
  },
  {
    id: "standard",
    title: msg("Standard code"),
    fields: [
      {
        kind: "text",
        name: "standard.list",
        label: msg("Code list"),
        max: 80,
        hint: msg("For example UNECE Rec 21."),
      },
      { kind: "text", name: "standard.code", label: msg("Code in that list"), max: 40 },
    ],
  },
]

export const NEW_PICKLIST_VALUE: Values = {
  group: "",
  code: "",
  label: "",
  labels: {},
  description: "",
  color: null,
  enabled: true,
  isDefault: false,
}
