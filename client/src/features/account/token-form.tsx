import {
  ACCESS_TOKENS,
  type CreatedAccessToken,
  useAccessTokens,
} from "#client/services/session/access-tokens.ts"
import { fieldId } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { SelectField } from "#client/ui/select-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { CheckedForm } from "./checked-form.tsx"
import { refusalOfProblem } from "./refusal.ts"
import { LIVES, PARTS, checkToken, tokenNames, tokenOf } from "./token-checks.ts"

interface TokenFormProps {
  /** The user's own. */
  roles: readonly { _id: string; name: string }[]
  onCreated: (token: CreatedAccessToken) => void
}

/** Asks what a new token is for, and what it opens. */
export function TokenForm({ roles, onCreated }: TokenFormProps) {
  const t = useText()
  const { create } = useAccessTokens(ACCESS_TOKENS)
  const form = useCheckedForm({
    names: tokenNames,
    check: checkToken,
    send: async (values) => {
      const creation = await create(tokenOf(values))
      if (creation.status === "failed") return refusalOfProblem(creation.problem, tokenNames)
      onCreated(creation.token)
      return null
    },
  })
  return (
    <CheckedForm
      {...SCRIPTED}
      className="ui-form u-scripted"
      foot={null}
      form={form}
      refused={t("Couldn't create the token")}
      sending={t("Creating…")}
      submit={t("Create token")}
    >
      <TextField
        error={form.fields.name}
        hint={t("What uses it, such as “Nightly export”.")}
        label={t("Name")}
        maxLength={60}
        name="name"
      />
      <Access error={form.fields.scopes} />
      <div className="ac-token-choices">
        <SelectField
          defaultValue="90"
          error={form.fields.expiresInDays}
          label={t("Expires in")}
          name="expiresInDays"
        >
          {LIVES.map(({ days, label }) => (
            <option key={days} value={days}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <SelectField error={form.fields.roleId} label={t("Role")} name="roleId" {...CHOICE}>
          <option value="">{t("All my permissions")}</option>
          {roles.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </CheckedForm>
  )
}

/** Its first choice has no value, and is one like the others. */
const CHOICE = { optional: true, marks: "required" } as const

function Access({ error }: { error: string | undefined }) {
  const t = useText()
  const id = fieldId("scopes")
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className="ac-token-access"
      id={id}
      tabIndex={-1}
    >
      <legend>{t("Access")}</legend>
      {error === undefined ? null : (
        <p className="ui-error" id={`${id}-error`}>
          <Icon height="16" name="warning" width="16" />
          {t(error)}
        </p>
      )}
      <div className="ac-token-choices">
        {PARTS.map(({ name, label, read, write }) => (
          <SelectField key={name} label={t(label)} name={name} {...CHOICE}>
            <option value="">{t("No access")}</option>
            <option value={read}>{t("Read")}</option>
            {write === null ? null : <option value={write}>{t("Read and write")}</option>}
          </SelectField>
        ))}
      </div>
    </fieldset>
  )
}
