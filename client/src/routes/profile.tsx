import { AuthenticatorApp } from "#client/features/account/authenticator-app.tsx"
import type { ProfileRow } from "#client/features/settings/profile-data.ts"
import {
  CompanyPart,
  LocaleCard,
  PersonCard,
  SignInCard,
} from "#client/features/settings/profile-parts.tsx"
import { SessionsCard } from "#client/features/settings/sessions-card.tsx"
import { useNeed, usePage } from "#client/services/page.tsx"
import type { OpenSession } from "#client/services/session/open-sessions.ts"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"

/** The session already knows most of it, so the page stands whether or not the need has answered. */
export function Component() {
  const { session, env } = usePage()
  const need = useNeed<readonly ProfileRow[]>("user")
  const sessions = useNeed<readonly OpenSession[]>("sessions")
  if (session === null) return null
  const profile = need.status === "ready" ? (need.data[0] ?? null) : null
  const missing = need.status === "pending" ? <Skeleton width="half" /> : "Not available"
  return (
    <>
      <PageHeading title={session.user.name}>
        <p>Your profile, as your company knows it.</p>
      </PageHeading>
      <div aria-busy={need.status === "pending"} className="st-cards">
        {need.status === "failed" ? (
          <ErrorPanel
            detail={need.problem.detail}
            errorId={need.problem.instance}
            onRetry={need.retry}
            title="Your roles did not arrive."
          />
        ) : null}
        <PersonCard session={session} />
        <CompanyPart missing={missing} profile={profile} session={session} />
        <LocaleCard now={env.now} session={session} timeZone={env.timeZone} />
        <SignInCard session={session}>
          <AuthenticatorApp session={session} />
        </SignInCard>
        <SessionsCard need={sessions} now={env.now} timeZone={env.timeZone} user={session.user} />
      </div>
    </>
  )
}
