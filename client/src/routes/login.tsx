import { useState } from "react"
import { Link } from "react-router"

import { AppCodeForm } from "#client/features/account/app-code-form.tsx"
import { CodeForm } from "#client/features/account/code-form.tsx"
import { FinishForm } from "#client/features/account/finish-form.tsx"
import { ForgotPassword } from "#client/features/account/forgot-password.tsx"
import { GuestHeading } from "#client/features/account/guest-heading.tsx"
import { PasskeySignIn } from "#client/features/account/passkey-sign-in.tsx"
import { type GiveCode, SignInForm } from "#client/features/account/sign-in-form.tsx"
import { owedFactorOf, redirectUriOf } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { usePostedForm, usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

export function Component() {
  const t = useText()
  const { url, env } = usePage()
  const posted = usePostedForm()
  const redirectUri = redirectUriOf(url)
  const [unfinished, setUnfinished] = useState<string | null>(null)
  const [giveCode, setGiveCode] = useState<GiveCode | null>(null)

  // It is both factors at once, so it stands in for the code, too.
  const byPasskey = env.identity.passkeys ? <PasskeySignIn onNoAccount={setUnfinished} /> : null

  const owed = owedFactorOf(url)
  if (owed !== null) {
    return (
      <>
        <GuestHeading title={t("Enter your code")}>
          {t.nodes("We sent a six-digit code to {email}.", {
            email: <bdi>{owed.emailId}</bdi>,
          })}
        </GuestHeading>
        <CodeForm owed={owed} posted={posted} redirectUri={redirectUri} />
        {byPasskey}
      </>
    )
  }
  if (unfinished === null && (giveCode !== null || posted?.pending != null)) {
    const give = async (code: string) => {
      const outcome = await giveCode?.(code)
      if (outcome?.status === "no-account") setUnfinished(outcome.email ?? "")
      return outcome ?? { status: "done" as const }
    }
    return (
      <>
        <GuestHeading title={t("Enter your code")}>
          {t(
            "Enter the six-digit code for Waybill from your authenticator app, or a recovery code.",
          )}
        </GuestHeading>
        <AppCodeForm
          giveCode={giveCode === null ? null : give}
          onAgain={() => setGiveCode(null)}
          posted={posted}
          redirectUri={redirectUri}
        />
        {byPasskey}
      </>
    )
  }
  if (unfinished !== null) {
    return (
      <>
        <GuestHeading title={t("One step left")}>
          {t.nodes("You are signed in as {email}, but you do not belong to a company yet.", {
            email: <bdi>{unfinished}</bdi>,
          })}
        </GuestHeading>
        <FinishForm />
      </>
    )
  }
  return (
    <>
      <GuestHeading title={t("Sign in")}>
        {t.nodes("New here? {register}", {
          register: <Link to={paths.register({ redirectUri })}>{t("Register your company")}</Link>,
        })}
      </GuestHeading>
      {redirectUri === undefined ? null : (
        <p className="ac-note">{t("Sign in to continue to the page you asked for.")}</p>
      )}
      <SignInForm
        onCodeOwed={(give) => setGiveCode(() => give)}
        onNoAccount={setUnfinished}
        posted={posted}
        redirectUri={redirectUri}
      />
      {byPasskey}
      <ForgotPassword />
    </>
  )
}
