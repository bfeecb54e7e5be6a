import { Link } from "react-router"

import { GuestHeading } from "#client/features/account/guest-heading.tsx"
import { Join } from "#client/features/account/join-form.tsx"
import { RegisterForm } from "#client/features/account/register-form.tsx"
import { inviteOf, redirectUriOf } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

export function Component() {
  const t = useText()
  const { url } = usePage()
  const redirectUri = redirectUriOf(url)
  const invite = inviteOf(url)
  if (invite !== undefined) {
    return (
      <>
        <noscript>
          <p className="ac-note">
            {t(
              "Accepting an invitation needs JavaScript. Please switch it on and load this page again; signing in later works without.",
            )}
          </p>
        </noscript>
        <Join secret={invite} />
      </>
    )
  }
  return (
    <>
      <GuestHeading title={t("Register your company")}>
        {t.nodes("Have an account? {signIn}", {
          signIn: <Link to={paths.login({ redirectUri })}>{t("Sign in")}</Link>,
        })}
      </GuestHeading>
      <noscript>
        <p className="ac-note">
          {t(
            "Registering a company needs JavaScript. Please switch it on and load this page again; signing in later works without.",
          )}
        </p>
      </noscript>
      <RegisterForm />
    </>
  )
}
