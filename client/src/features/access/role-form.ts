/** The form of a role: what it is called, how it is given, and what it allows. */
import { PALETTE } from "#client/lib/palette.ts"
import { msg } from "#client/lib/words.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"

import { RightsControl } from "./rights-control.tsx"
import { RoleStart } from "./role-start.tsx"

const NAME_FIELDS: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: msg("Name"), max: 60, required: true },
  { kind: "choice", name: "color", label: msg("Colour"), options: PALETTE, required: true },
  { kind: "text", name: "description", label: msg("What it is for"), max: 300, wide: true },
]

export const ROLE_SECTIONS: readonly Section[] = [
  {
    id: "role",
    title: msg("Role"),
    fields: [
      ...NAME_FIELDS,
      {
        kind: "flag",
        name: "isAssignable",
        label: msg("Can be given to users"),
        hint: msg("Whoever has it keeps it."),
        fixed: ({ stored }) =>
          stored["isDefault"] === true ? msg("New users get this role, so it can be given.") : null,
      },
      {
        kind: "flag",
        name: "requires2fa",
        label: msg("Wants a second factor"),
        hint: msg("Its members sign in with a code besides their password."),
      },
    ],
  },
  {
    id: "rights",
    title: msg("Rights"),
    fields: [
      {
        kind: "custom",
        name: "permissions",
        label: msg("What its members may do"),
        Control: RightsControl,
      },
    ],
  },
]

export const NEW_ROLE_SECTIONS: readonly Section[] = [
  {
    id: "role",
    title: msg("Role"),
    fields: [
      ...NAME_FIELDS,
      {
        kind: "custom",
        name: "permissions",
        label: msg("Begins with the rights of"),
        hint: msg("The next page shows every right, and lets you change them."),
        Control: RoleStart,
      },
    ],
  },
]

export const NEW_ROLE: Values = { name: "", color: "slate", description: "", permissions: [] }
