import { useState } from "react"

import { forgotPassword } from "#client/services/auth/forgot.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { Dialog, opens } from "#client/ui/dialog.tsx"
import { fieldId } from "#client/ui/field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkForgotten, forgottenNames } from "./account-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { refusalOf } from "./refusal.ts"

const DIALOG = "forgot-password"

/** The way back in for somebody who has forgotten the password: a link by mail. */
export function ForgotPassword() {
  const t = useText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const opener = opens(DIALOG)
  return (
    <>
      <p className="ac-forgot">
        <button
          className={buttonClass("quiet")}
          title={t("Send me a link")}
          type="button"
          {...opener}
          onClick={() => {
            takeTyped()
            opener.onClick()
          }}
        >
          {t("Forgot your password?")}
        </button>
      </p>
      <Dialog id={DIALOG} title={t("Choose a new password")}>
        {sentTo === null ? (
          <ForgottenForm onSent={setSentTo} />
        ) : (
          <>
            <output>
              {t.nodes(
                "If {email} has an account, we have sent it a link to choose a new password. Check your spam folder too.",
                { email: <bdi>{sentTo}</bdi> },
              )}
            </output>
            <div className="ui-dialog-foot">
              <Button onClick={() => setSentTo(null)}>{t("Use another address")}</Button>
              <form method="dialog">
                <button className={buttonClass("primary")} type="submit">
                  {t("Close")}
                </button>
              </form>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

/** The address that was typed to sign in is that of the account. */
function takeTyped(): void {
  const typed = document.getElementById(fieldId("email"))
  const asked = document.getElementById(fieldId("emailId"))
  if (!(typed instanceof HTMLInputElement && asked instanceof HTMLInputElement)) return
  if (asked.value === "") asked.value = typed.value.trim()
}

function ForgottenForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useText()
  const form = useCheckedForm({
    names: forgottenNames,
    check: checkForgotten,
    send: async ({ emailId }) => {
      const outcome = await forgotPassword(emailId.trim())
      if (outcome.status === "done") onSent(emailId.trim())
      return refusalOf(outcome, forgottenNames)
    },
  })
  return (
    <CheckedForm
      form={form}
      refused={t("Couldn't send the link")}
      sending={t("Sending…")}
      submit={t("Send link")}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        error={form.fields.emailId}
        hint={t("We send a link if the address has an account.")}
        label={t("E-mail address of your account")}
        maxLength={254}
        name="emailId"
        spellCheck={false}
        type="email"
      />
      <noscript>
        <p className="ac-note">{t("This needs JavaScript. Turn it on and reload the page.")}</p>
      </noscript>
    </CheckedForm>
  )
}
