import { EXPIRED_TEXT } from "#client/lib/account-text.ts"
import { dateStyle, formatDay } from "#client/lib/format/date.ts"
import type { Env } from "#client/lib/input.ts"
import type { SessionView } from "#client/lib/session.ts"
import { isWarnedOf, subscriptionOf } from "#client/lib/subscription.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { ResendLink } from "#client/records/resend-link.tsx"
import { usePage } from "#client/services/page.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { type Say, useText } from "#client/ui/text.tsx"

/** Specification 2, letter for letter. */
const UNVERIFIED_TEXT = msg("Please verify your email to activate your account.")

/** The standing notices of specification 2. */
export function Notices({ session }: { session: SessionView }) {
  const t = useText()
  const { env } = usePage()
  const { isExpired, user } = session
  const warning = session.permissions.includes("subscription:view") ? warningOf(session, env) : null
  if (!isExpired && user.emailVerified && warning === null) return null
  return (
    <aside aria-label={t("Notices")}>
      {isExpired ? <Ended permissions={session.permissions} /> : null}
      {warning === null ? null : <Banner tone="warning">{warning(t)}</Banner>}
      {user.emailVerified ? null : (
        <Banner tone="warning">
          <strong>{t(UNVERIFIED_TEXT)}</strong>
          <span>
            {t.nodes("If you have not received {resend}", {
              resend: <ResendLink emailId={user.emailId} />,
            })}
          </span>
        </Banner>
      )}
    </aside>
  )
}

/** The end of the subscription, and what it leaves: reading has no end, and neither has the way out with everything. */
function Ended({ permissions }: Pick<SessionView, "permissions">) {
  const t = useText()
  return (
    <Banner tone="danger">
      <span>{t(EXPIRED_TEXT)}</span>
      <span>
        {t("All data can still be read and exported.")}{" "}
        {permissions.includes("company:export") ? (
          <a href={`${paths.company()}#everything-title`}>{t("Download all data")}</a>
        ) : null}
      </span>
    </Banner>
  )
}

/** What those who answer for the subscription are told a fortnight, a week and a day before its end. */
function warningOf(session: SessionView, env: Env): ((t: Say) => string) | null {
  const subscription = subscriptionOf(session, Date.parse(env.now))
  if (subscription.state !== "ending" || !isWarnedOf(subscription)) return null
  const { daysLeft, lastDay } = subscription
  const day = formatDay(lastDay, dateStyle("UTC", session.user))
  if (daysLeft === 0) {
    return (t) => t("Your subscription ends today. From tomorrow, nothing can be changed or sent.")
  }
  return (t) =>
    t.count(
      daysLeft,
      "Your subscription ends in {count} day, on {day}. After that, nothing can be changed or sent.",
      "Your subscription ends in {count} days, on {day}. After that, nothing can be changed or sent.",
      { day },
    )
}
