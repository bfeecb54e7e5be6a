import { AddressChange } from "#client/features/account/address-change.tsx"
import { AuthenticatorApp } from "#client/features/account/authenticator-app.tsx"
import { Passkeys } from "#client/features/account/passkeys.tsx"
import { PasswordChange } from "#client/features/account/password-change.tsx"
import { PhotoPart } from "#client/features/settings/photo-part.tsx"
import { type OwnUser, ProfileForm } from "#client/features/settings/profile-form.tsx"
import { CompanyPart, SignInCard } from "#client/features/settings/profile-parts.tsx"
import { SessionsCard } from "#client/features/settings/sessions-card.tsx"
import { useNeed, usePage } from "#client/services/page.tsx"
import type { OpenSession } from "#client/services/session/open-sessions.ts"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"

/** What the session knows stands whether or not the needs have answered. */
export function Component() {
  const t = useText()
  const { session, env } = usePage()
  const need = useNeed<OwnUser>("me")
  const sessions = useNeed<readonly OpenSession[]>("sessions")
  if (session === null) return null
  const user = need.status === "ready" ? need.data : null
  // In a view the account is not at hand: neither its password nor its sessions are changed, and the company may be another.
  const isViewing = session.viewing !== null
  const missing = need.status === "pending" ? <Skeleton width="half" /> : t("Not available")
  return (
    <>
      <PageHeading title={session.user.name}>
        <p>{t("Your details as your colleagues see them.")}</p>
      </PageHeading>
      <div aria-busy={need.status === "pending"} className="st-cards">
        {need.status === "failed" ? (
          <ErrorPanel
            onRetry={need.retry}
            problem={need.problem}
            title={t("Couldn't load your profile.")}
          />
        ) : null}
        {need.status === "pending" ? (
          <Card id="person" title={t("Personal data")}>
            <Skeleton />
          </Card>
        ) : null}
        {isViewing ? null : (
          <Card id="photo-card" title={t("Photo")}>
            <PhotoPart user={session.user} />
          </Card>
        )}
        {user === null ? null : <ProfileForm user={user} />}
        {isViewing ? null : (
          <>
            <CompanyPart missing={missing} session={session} user={user} />
            <SignInCard session={session}>
              <AddressChange session={session} />
              <PasswordChange session={session} />
              <AuthenticatorApp session={session} />
              {env.identity.passkeys ? (
                <Passkeys session={session} timeZone={env.timeZone} />
              ) : null}
            </SignInCard>
            <SessionsCard
              need={sessions}
              now={env.now}
              timeZone={env.timeZone}
              user={session.user}
            />
          </>
        )}
      </div>
    </>
  )
}
