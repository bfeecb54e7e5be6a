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
              "You need JavaScript to accept an invitation. Turn it on and reload this page. You can sign in without it later.",
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
            "You need JavaScript to register a company. Turn it on and reload this page. You can sign in without it later.",
          )}
        </p>
      </noscript>
      <RegisterForm />
    </>
  )
}
