import { Link } from "react-router"

import { GuestHeading } from "#client/features/account/guest-heading.tsx"
import { RegisterForm } from "#client/features/account/register-form.tsx"
import { redirectUriOf } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { usePostedForm, usePage } from "#client/services/page.tsx"

export function Component() {
  const { url } = usePage()
  const posted = usePostedForm()
  const redirectUri = redirectUriOf(url)
  return (
    <>
      <GuestHeading title="Register your company">
        Have an account? <Link to={paths.login({ redirectUri })}>Sign in</Link>
      </GuestHeading>
      <RegisterForm problem={posted?.problem ?? null} redirectUri={redirectUri} />
    </>
  )
}
