import { useEffect, useLayoutEffect, useState } from "react"

import { type Loss, revocationText } from "#client/lib/session-loss.ts"
import { msg } from "#client/lib/words.ts"
import {
  type AgainStep,
  signInAgain,
  signInAsAnother,
} from "#client/services/auth/sign-in-again.ts"
import { decline } from "#client/services/session/again.ts"
import { Button } from "#client/ui/button.tsx"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { ErrorSummary, type Fault } from "#client/ui/error-summary.tsx"
import { fieldId } from "#client/ui/field.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

const ID = "sign-in-again"
const NAMES = ["again"] as const

const ENDED = msg("Your session has ended.")
const SAVED = msg("What you typed is still here and will be saved once you sign in.")
const KEPT = msg("What you typed is still here.")

type Owed = Extract<AgainStep, { status: "owes-code" }>

interface SignInAgainProps {
  emailId: string
  /** Why the session is over; `null` while it is not. */
  loss: Loss | null
  /** A write goes on once the user is back. */
  isWaiting: boolean
}

/** The session is over, or ends soon: password and code are asked for here, and the page below stays as it is. */
export function SignInAgain({ emailId, loss, isWaiting }: SignInAgainProps) {
  const t = useText()
  const [owed, setOwed] = useState<Owed | null>(null)
  const revoked = loss === null ? null : revocationText(loss)
  useLayoutEffect(() => {
    showDialog(ID)
    // Closed before it goes, so that the focus is back in the form that waited.
    return () => closeDialog(ID)
  }, [])
  return (
    <Dialog
      className={revoked === null ? undefined : "sh-again-covers"}
      id={ID}
      onClose={decline}
      title={t("Sign in again")}
    >
      <p>
        {loss === null
          ? t("Your session ends soon. What you typed stays on this page.")
          : `${t(revoked ?? ENDED)} ${t(isWaiting ? SAVED : KEPT)}`}
      </p>
      <p className="sh-again-who">
        {t.nodes("Signed in as {user}", { user: <bdi>{emailId}</bdi> })}
      </p>
      {/* Another question is another form, with nothing of the one before. */}
      <Question
        emailId={emailId}
        key={owed === null ? "password" : owed.by}
        onOwed={setOwed}
        owed={owed}
      />
    </Dialog>
  )
}

interface QuestionProps {
  emailId: string
  owed: Owed | null
  onOwed: (owed: Owed) => void
}

/** The password, or the code that is owed after it. */
function Question({ emailId, owed, onOwed }: QuestionProps) {
  const t = useText()
  const { form, fields, message, attempt, pending } = useCheckedForm({
    names: NAMES,
    check: ({ again }) =>
      again.trim() === "" ? { again: t(MISSING[owed?.by ?? "password"]) } : {},
    send: async ({ again }) => {
      const step = await (owed === null ? signInAgain(emailId, again) : owed.giveCode(again))
      if (step.status === "owes-code") onOwed(step)
      if (step.status !== "failed") return null
      const text = t(step.text)
      return step.field === null ? { message: text } : { fields: { again: text } }
    },
  })
  useEffect(() => {
    // It took the place of the form in which the focus was.
    if (owed !== null) document.getElementById(fieldId("again"))?.focus()
  }, [owed])
  const faults: Fault[] = []
  if (message !== null) faults.push({ text: message })
  if (fields.again !== undefined) faults.push({ name: "again", text: fields.again })
  return (
    <form {...form} className="ui-form">
      {faults.length === 0 ? null : (
        <ErrorSummary attempt={attempt} faults={faults} title={t("Couldn't sign you in yet")} />
      )}
      {owed === null ? (
        <>
          {/* For password managers. */}
          <input autoComplete="username" hidden name="username" readOnly value={emailId} />
          <PasswordField
            autoComplete="current-password"
            error={fields.again}
            label={t("Password")}
            maxLength={1024}
            name="again"
          />
        </>
      ) : (
        <TextField
          autoComplete="one-time-code"
          error={fields.again}
          hint={
            owed.by === "app"
              ? t("From your authenticator app. Without your phone, enter a recovery code.")
              : t("We sent it to you by e-mail.")
          }
          // A recovery code has letters.
          inputMode={owed.by === "app" ? "text" : "numeric"}
          label={t("Six-digit code")}
          maxLength={40}
          name="again"
        />
      )}
      <div className="ui-dialog-foot">
        <Button look="quiet" onClick={signInAsAnother}>
          {t("Sign out")}
        </Button>
        <Button look="primary" pending={pending ? t("Signing in…") : null} submits>
          {t("Sign in")}
        </Button>
      </div>
    </form>
  )
}

const MISSING = {
  password: msg("Enter your password."),
  app: msg("Enter the six-digit code from your app."),
  mail: msg("Enter the six-digit code from the message."),
} as const
