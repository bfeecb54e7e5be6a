/** The form of a role: what it is called, how it is given, and what it allows. */
import { PALETTE } from "#client/lib/palette.ts"
import { msg } from "#client/lib/words.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"

import { RightsControl } from "./rights-control.tsx"
import { RoleStart } from "./role-start.tsx"

const NAME_FIELDS: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: msg("Name"), max: 60, required: true },
  { kind: "choice", name: "color", label: msg("Colour"), options: PALETTE, required: true },
  { kind: "text", name: "description", label: msg("Description"), max: 300, wide: true },
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
        label: msg("Assignable"),
        hint: msg("Users who already have it keep it."),
        fixed: ({ stored }) =>
          stored["isDefault"] === true
            ? msg("New users get this role, so it must be assignable.")
            : null,
      },
      {
        kind: "flag",
        name: "requires2fa",
        label: msg("Require two-factor authentication"),
        hint: msg("Members sign in with a code in addition to their password."),
      },
    ],
  },
  {
    id: "rights",
    title: msg("Permissions"),
    fields: [
      {
        kind: "custom",
        name: "permissions",
        label: msg("Permissions"),
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
        label: msg("Copy permissions from"),
        hint: msg("You can review and change the permissions on the next page."),
        Control: RoleStart,
      },
    ],
  },
]

export const NEW_ROLE: Values = { name: "", color: "slate", description: "", permissions: [] }
