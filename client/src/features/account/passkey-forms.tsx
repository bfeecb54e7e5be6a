import { useState } from "react"

import type { Changed } from "#client/services/auth/own-sign-in.ts"
import { type Passkey, addPasskey, removePasskey } from "#client/services/auth/passkeys.ts"
import { Button } from "#client/ui/button.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { type FieldErrors, useCheckedForm } from "#client/ui/use-checked-form.ts"

import { AppCode } from "./app-code.tsx"
import { CheckedForm } from "./checked-form.tsx"
import {
  type RemovalName,
  additionNames,
  checkPasskeyAddition,
  checkPasskeyRemoval,
  refusalOfChange,
  removalNames,
} from "./sign-in-changes.ts"

interface FormProps {
  email: string
  onBack: () => void
  onDone: () => void
}

/** A name and the proof; then the browser asks where to keep it. */
export function PasskeyAddition({ email, onBack, onDone }: FormProps) {
  const t = useText()
  const { isCodeOwed, refusalOf } = useProof(onDone)
  const form = useCheckedForm({
    names: additionNames,
    check: (values) => checkPasskeyAddition(values, isCodeOwed),
    send: async ({ passkeyName, passkeyPassword, passkeyCode }) => {
      const proof = { email, password: passkeyPassword, code: passkeyCode }
      return refusalOf(await addPasskey(proof, passkeyName))
    },
  })
  return (
    <CheckedForm
      foot={<Button onClick={onBack}>{t("Back")}</Button>}
      form={form}
      refused={t("Couldn't add the passkey")}
      sending={t("Creating…")}
      submit={t("Create passkey")}
    >
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the list, in which the focus was
        autoFocus
        autoComplete="off"
        defaultValue={thisDevice()}
        error={form.fields.passkeyName}
        hint={t("For example the device on which you create it.")}
        label={t("Name of the passkey")}
        maxLength={100}
        name="passkeyName"
      />
      <ProofFields errors={form.fields} isCodeOwed={isCodeOwed} />
    </CheckedForm>
  )
}

/** Takes the proof, as a browser left open must not lock its owner out. */
export function PasskeyRemoval({
  email,
  passkey,
  onBack,
  onDone,
}: FormProps & { passkey: Passkey }) {
  const t = useText()
  const { isCodeOwed, refusalOf } = useProof(onDone)
  const form = useCheckedForm({
    names: removalNames,
    check: (values) => checkPasskeyRemoval(values, isCodeOwed),
    send: async ({ passkeyPassword, passkeyCode }) => {
      const proof = { email, password: passkeyPassword, code: passkeyCode }
      return refusalOf(await removePasskey(proof, passkey.id))
    },
  })
  return (
    <CheckedForm
      foot={<Button onClick={onBack}>{t("Back")}</Button>}
      form={form}
      refused={t("Couldn't remove the passkey")}
      sending={t("Removing…")}
      submit={t("Remove")}
    >
      <p>
        {t.nodes("{name} will no longer sign you in. Remove it from your device, too.", {
          name: <bdi>{passkey.name}</bdi>,
        })}
      </p>
      <ProofFields errors={form.fields} isCodeOwed={isCodeOwed} isFirst />
    </CheckedForm>
  )
}

/** Whether a code is owed, which the provider says once it has the password; and what a form shows of an attempt. */
function useProof(onDone: () => void) {
  const [isCodeOwed, setCodeOwed] = useState(false)
  const refusalOf = (changed: Changed) => {
    if (changed.status === "wants-code") setCodeOwed(true)
    if (changed.status === "done") onDone()
    return refusalOfChange(changed, { password: "passkeyPassword", code: "passkeyCode" } as const)
  }
  return { isCodeOwed, refusalOf }
}

interface ProofFieldsProps {
  errors: FieldErrors<RemovalName>
  isCodeOwed: boolean
  /** They take the place of what had the focus. */
  isFirst?: boolean
}

function ProofFields({ errors, isCodeOwed, isFirst = false }: ProofFieldsProps) {
  const t = useText()
  return (
    <>
      <PasswordField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the focus would be lost
        autoFocus={isFirst}
        autoComplete="current-password"
        error={errors.passkeyPassword}
        label={t("Your password")}
        maxLength={1024}
        name="passkeyPassword"
      />
      {isCodeOwed ? <AppCode error={errors.passkeyCode} name="passkeyCode" /> : null}
    </>
  )
}

/** What this device calls itself, where the browser tells (User-Agent Client Hints). */
function thisDevice(): string {
  if (!("userAgentData" in navigator)) return ""
  const data = navigator.userAgentData
  const platform =
    typeof data === "object" && data !== null && "platform" in data ? data.platform : ""
  return typeof platform === "string" ? platform : ""
}
