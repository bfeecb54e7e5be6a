import type { PostedForm } from "#client/lib/input.ts"
import { paths } from "#client/paths.ts"
import type { Outcome } from "#client/services/auth/outcome.ts"
import { signIn } from "#client/services/auth/sign-in.ts"
import { PasswordField } from "#client/ui/password-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkSignIn, signInNames } from "./account-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { refusalOf, refusalOfProblem } from "./refusal.ts"

interface SignInFormProps {
  /** Where the sign-in leads when the form is posted without script. */
  redirectUri: string | undefined
  /** The form that was posted without script and came back. */
  posted: PostedForm | null
  /** The provider knows the visitor, but no company does. */
  onNoAccount: (email: string) => void
  /** The password was right, and a code of the authenticator app is owed. */
  onCodeOwed: (giveCode: GiveCode) => void
}

export type GiveCode = (code: string) => Promise<Outcome>

/** Posts to the server until the page is hydrated, and speaks to the identity provider afterwards. */
export function SignInForm({ redirectUri, posted, onNoAccount, onCodeOwed }: SignInFormProps) {
  const t = useText()
  const form = useCheckedForm({
    names: signInNames,
    check: checkSignIn,
    initial: posted?.problem == null ? null : refusalOfProblem(posted.problem, signInNames),
    send: async ({ email, password }) => {
      const outcome = await signIn(email.trim(), password)
      if (outcome.status === "no-account") onNoAccount(outcome.email ?? email.trim())
      if (outcome.status === "owes-code") onCodeOwed(outcome.giveCode)
      return refusalOf(outcome, signInNames)
    },
  })
  return (
    <CheckedForm
      action={paths.login({ redirectUri })}
      form={form}
      refused={t("Couldn't sign you in")}
      sending={t("Signing in…")}
      submit={t("Sign in")}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        defaultValue={posted?.email}
        error={form.fields.email}
        label={t("E-mail address")}
        maxLength={254}
        name="email"
        spellCheck={false}
        type="email"
      />
      <PasswordField
        autoComplete="current-password"
        error={form.fields.password}
        label={t("Password")}
        maxLength={1024}
        name="password"
      />
      {redirectUri === undefined ? null : (
        <input name="redirect_uri" type="hidden" value={redirectUri} />
      )}
    </CheckedForm>
  )
}
