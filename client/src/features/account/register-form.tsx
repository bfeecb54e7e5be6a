import { register } from "#client/services/auth/register.ts"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"
import type { Values } from "#client/ui/use-checked-form.ts"

import { checkRegistration, registerNames } from "./account-checks.ts"
import type { RegisterName } from "./account-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { CompanyFields, NameFields } from "./company-fields.tsx"
import { NewPasswordField } from "./new-password-field.tsx"
import { refusalOf } from "./refusal.ts"

/** A new company and its first user. An attempt that broke off half-way is finished by the next one. */
export function RegisterForm() {
  const t = useText()
  const form = useCheckedForm({
    names: registerNames,
    check: checkRegistration,
    send: async (values) => refusalOf(await register(trimmed(values)), registerNames),
  })
  return (
    <CheckedForm
      {...SCRIPTED}
      form={form}
      refused={t("Couldn't create your account")}
      sending={t("Creating your account…")}
      submit={t("Create account")}
    >
      <NameFields fields={form.fields} />
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        error={form.fields.email}
        hint={t("You sign in with this address. We send a message to verify it.")}
        label={t("Work e-mail address")}
        maxLength={254}
        name="email"
        spellCheck={false}
        type="email"
      />
      <NewPasswordField error={form.fields.password} />
      <CompanyFields fields={form.fields} />
    </CheckedForm>
  )
}

/** Names and addresses without the spaces around them; a password is taken as it is. */
function trimmed(values: Values<RegisterName>): Values<RegisterName> {
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    companyName: values.companyName.trim(),
    operatingCountry: values.operatingCountry,
    email: values.email.trim(),
    password: values.password,
  }
}
