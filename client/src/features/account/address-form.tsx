import { useState } from "react"

import { askAddress } from "#client/services/auth/own-sign-in.ts"
import { PasswordField } from "#client/ui/password-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { AppCode } from "./app-code.tsx"
import { CheckedForm } from "./checked-form.tsx"
import { addressNames, checkAddressChange, refusalOfChange } from "./sign-in-changes.ts"

/** Asks for the new address, and for the password again. */
export function AddressForm({
  present,
  onDone,
}: {
  present: string
  onDone: (asked: string) => void
}) {
  const t = useText()
  const [isCodeOwed, setCodeOwed] = useState(false)
  const form = useCheckedForm({
    names: addressNames,
    check: (values) => checkAddressChange(values, { isCodeOwed, present }),
    send: async ({ newEmail, addressPassword, addressCode }) => {
      const asked = newEmail.trim().toLowerCase()
      const proof = { email: present, password: addressPassword, code: addressCode }
      const changed = await askAddress(proof, asked)
      if (changed.status === "wants-code") setCodeOwed(true)
      if (changed.status === "done") onDone(asked)
      return refusalOfChange(changed, {
        email: "newEmail",
        password: "addressPassword",
        code: "addressCode",
      })
    },
  })
  return (
    <CheckedForm
      foot={null}
      form={form}
      refused={t("Your address was not changed")}
      sending={t("Sending…")}
      submit={t("Send link")}
    >
      <p>
        {t(
          "Once you confirm the new address, you sign in with it and are signed out everywhere. We also notify your current address.",
        )}
      </p>
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        error={form.fields.newEmail}
        label={t("New e-mail address")}
        maxLength={254}
        name="newEmail"
        spellCheck={false}
        type="email"
      />
      <PasswordField
        autoComplete="current-password"
        error={form.fields.addressPassword}
        label={t("Confirm with your password")}
        maxLength={1024}
        name="addressPassword"
      />
      {isCodeOwed ? <AppCode error={form.fields.addressCode} name="addressCode" /> : null}
    </CheckedForm>
  )
}
