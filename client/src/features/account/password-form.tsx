import { useState } from "react"

import { changePassword } from "#client/services/auth/own-sign-in.ts"
import { PasswordField } from "#client/ui/password-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { AppCode } from "./app-code.tsx"
import { CheckedForm } from "./checked-form.tsx"
import { checkPasswordChange, passwordNames, refusalOfChange } from "./sign-in-changes.ts"

/** Asks for the present password and the new one. */
export function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useText()
  const [isCodeOwed, setCodeOwed] = useState(false)
  const form = useCheckedForm({
    names: passwordNames,
    check: (values) => checkPasswordChange(values, isCodeOwed),
    send: async ({ currentPassword, newPassword, passwordCode }) => {
      const proof = { email, password: currentPassword, code: passwordCode }
      const changed = await changePassword(proof, newPassword)
      if (changed.status === "wants-code") setCodeOwed(true)
      if (changed.status === "done") onDone()
      return refusalOfChange(changed, { password: "newPassword", code: "passwordCode" })
    },
  })
  return (
    <CheckedForm
      foot={null}
      form={form}
      refused={t("Couldn't change your password")}
      sending={t("Saving…")}
      submit={t("Change password")}
    >
      <input autoComplete="username" defaultValue={email} hidden readOnly type="email" />
      <PasswordField
        autoComplete="current-password"
        error={form.fields.currentPassword}
        label={t("Current password")}
        maxLength={1024}
        name="currentPassword"
      />
      <PasswordField
        autoComplete="new-password"
        error={form.fields.newPassword}
        hint={t("At least 8 characters. A few unrelated words are strong and easy to remember.")}
        label={t("New password")}
        maxLength={1024}
        name="newPassword"
      />
      {isCodeOwed ? <AppCode error={form.fields.passwordCode} name="passwordCode" /> : null}
    </CheckedForm>
  )
}
