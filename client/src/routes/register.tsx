import { Link } from "react-router"

import { GuestHeading } from "#client/features/account/guest-heading.tsx"
import { Join } from "#client/features/account/join-form.tsx"
import { RegisterForm } from "#client/features/account/register-form.tsx"
import { inviteOf, redirectUriOf } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"

export function Component() {
  const { url } = usePage()
  const redirectUri = redirectUriOf(url)
  const invite = inviteOf(url)
  if (invite !== undefined) {
    return (
      <>
        <noscript>
          <p className="ac-note">
            Accepting an invitation needs JavaScript. Please switch it on and load this page again;
            signing in later works without.
          </p>
        </noscript>
        <Join secret={invite} />
      </>
    )
  }
  return (
    <>
      <GuestHeading title="Register your company">
        Have an account? <Link to={paths.login({ redirectUri })}>Sign in</Link>
      </GuestHeading>
      <noscript>
        <p className="ac-note">
          Registering a company needs JavaScript. Please switch it on and load this page again;
          signing in later works without.
        </p>
      </noscript>
      <RegisterForm />
    </>
  )
}
