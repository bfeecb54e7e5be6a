import { useEffect } from "react"

import type { PostedForm } from "#client/lib/input.ts"
import { paths } from "#client/paths.ts"
import type { Outcome } from "#client/services/auth/outcome.ts"
import { fieldId } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import type { CodeName } from "./account-checks.ts"
import { checkSecondStep, codeNames } from "./account-checks.ts"
import { AppCodeField } from "./app-code-field.tsx"
import { CheckedForm } from "./checked-form.tsx"
import { refusalOf, refusalOfProblem } from "./refusal.ts"

interface AppCodeFormProps {
  /** Signs in with a code; `null` when the password was posted without script, so that the code is posted too. */
  giveCode: ((code: string) => Promise<Outcome>) | null
  /** Where the sign-in leads when the form is posted without script. */
  redirectUri: string | undefined
  /** The form that was posted without script and came back. */
  posted: PostedForm | null
  /** Begins anew with the password. */
  onAgain: () => void
}

/** Asks for the code that the authenticator app shows. */
export function AppCodeForm({ giveCode, redirectUri, posted, onAgain }: AppCodeFormProps) {
  const t = useText()
  const form = useCheckedForm<CodeName>({
    names: codeNames,
    check: checkSecondStep,
    initial: posted?.problem == null ? null : refusalOfProblem(posted.problem, codeNames),
    send: async ({ code }) =>
      giveCode === null ? null : refusalOf(await giveCode(code), codeNames),
  })
  useEffect(() => {
    // It took the place of the form in which the focus was.
    if (giveCode !== null) document.getElementById(fieldId("code"))?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it appears
  }, [])
  const inScript = giveCode === null ? { ...form, form: { ref: form.form.ref } } : form
  return (
    <CheckedForm
      action={paths.login({ redirectUri })}
      below={
        <div className="ac-other-ways">
          <a
            href={paths.login({ redirectUri })}
            onClick={(event) => {
              if (giveCode === null) return
              event.preventDefault()
              onAgain()
            }}
          >
            {t("Sign in again")}
          </a>
        </div>
      }
      form={inScript}
      refused={t("Couldn't sign you in yet")}
      sending={t("Signing in…")}
      submit={t("Sign in")}
    >
      <AppCodeField
        defaultValue={posted?.code}
        error={form.fields.code}
        hint={t("The code changes every 30 seconds.")}
      />
      {posted?.pending == null ? null : (
        <>
          <input name="pending" type="hidden" value={posted.pending.credential} />
          <input name="factor" type="hidden" value={posted.pending.factorId} />
        </>
      )}
      {redirectUri === undefined ? null : (
        <input name="redirect_uri" type="hidden" value={redirectUri} />
      )}
    </CheckedForm>
  )
}
