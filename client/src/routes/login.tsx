import { useState } from "react"
import { Link } from "react-router"

import { CodeForm } from "#client/features/account/code-form.tsx"
import { FinishForm } from "#client/features/account/finish-form.tsx"
import { ForgotPassword } from "#client/features/account/forgot-password.tsx"
import { GuestHeading } from "#client/features/account/guest-heading.tsx"
import { SignInForm } from "#client/features/account/sign-in-form.tsx"
import { owedFactorOf, redirectUriOf } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { usePostedForm, usePage } from "#client/services/page.tsx"

export function Component() {
  const { url } = usePage()
  const posted = usePostedForm()
  const redirectUri = redirectUriOf(url)
  const [unfinished, setUnfinished] = useState<string | null>(null)

  const owed = owedFactorOf(url)
  if (owed !== null) {
    return (
      <>
        <GuestHeading title="Enter your code">
          We sent a message with six digits to <bdi>{owed.emailId}</bdi>.
        </GuestHeading>
        <CodeForm owed={owed} posted={posted} redirectUri={redirectUri} />
      </>
    )
  }
  if (unfinished !== null) {
    return (
      <>
        <GuestHeading title="One step left">
          You are signed in as <bdi>{unfinished}</bdi>, but you do not belong to a company yet.
        </GuestHeading>
        <FinishForm />
      </>
    )
  }
  return (
    <>
      <GuestHeading title="Sign in">
        New here? <Link to={paths.register({ redirectUri })}>Register your company</Link>
      </GuestHeading>
      {redirectUri === undefined ? null : (
        <p className="ac-note">Sign in to continue to the page you asked for.</p>
      )}
      <SignInForm onNoAccount={setUnfinished} posted={posted} redirectUri={redirectUri} />
      <ForgotPassword />
    </>
  )
}
