/** The form of a user. What people say of themselves stands in their profile, too; what gives them something stands here alone. */
import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { officeSource, roleSource } from "#client/records/common-sources.ts"
import type { FieldContext, FieldSpec, Section, Values } from "#client/records/fields.ts"
import { FORMAT_FIELDS, NAME_FIELDS, WORK_FIELDS } from "#client/records/person-fields.ts"

import { ProductsControl } from "./products-control.tsx"

const ADDRESS: FieldSpec = {
  kind: "text",
  name: "emailId",
  label: msg("E-mail address"),
  type: "email",
  max: 254,
  required: true,
  fixed: ({ isNew }) =>
    isNew
      ? null
      : msg("Only the user can change this address, through a link sent to the new one."),
}

/** The form as this person may use it. */
export function userSections({ user, company, permissions }: SessionView): readonly Section[] {
  const isSelf = ({ stored }: FieldContext) => stored["_id"] === user._id
  const assigned =
    (own: string) =>
    (context: FieldContext): string | null => {
      if (isSelf(context)) return own
      return permissions.includes("user:assign")
        ? null
        : msg(
            "None of your roles includes the permission “Users: Assign”. An administrator can grant it.",
          )
    }
  return [
    {
      id: "person",
      title: msg("Personal data"),
      fields: [...NAME_FIELDS, ADDRESS, ...WORK_FIELDS],
    },
    {
      id: "access",
      title: msg("Access"),
      fields: [
        {
          kind: "lookups",
          name: "roleIds",
          label: msg("Roles"),
          hint: msg("Leave blank for the default role."),
          source: roleSource,
          max: 10,
          wide: true,
          fixed: assigned(msg("You cannot change your own roles. Another administrator can.")),
        },
        { kind: "lookup", name: "officeId", label: msg("Office"), source: officeSource },
        {
          kind: "custom",
          name: "products",
          label: msg("Products"),
          Control: ProductsControl,
          fixed: assigned(msg("You cannot change your own products. Another administrator can.")),
        },
        {
          kind: "flag",
          name: "twoFactorAuth",
          label: msg("Two-factor authentication"),
          hint: msg("Signing in needs a code in addition to the password."),
          fixed: () =>
            company.twoFactorAuth ? msg("Your company requires two-factor authentication.") : null,
        },
      ],
    },
    { id: "formats", title: msg("Language and formats"), fields: FORMAT_FIELDS },
  ]
}

/** An invitation begins with what the company has. */
export function newUser({ company }: SessionView): Values {
  return {
    firstName: "",
    lastName: "",
    emailId: "",
    roleIds: [],
    products: null,
    officeId: null,
    twoFactorAuth: company.twoFactorAuth,
    language: company.prefered_language,
    timezone: company.timezone,
    dateFormat: "auto",
    hourCycle: "auto",
  }
}
