import { dateStyle, formatDay } from "#client/lib/format/date.ts"
import type { SessionView } from "#client/lib/session.ts"
import { type Subscription, endOfPlan, subscriptionOf } from "#client/lib/subscription.ts"
import { msg } from "#client/lib/words.ts"
import { Card } from "#client/ui/card.tsx"
import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import { Countdown } from "#client/ui/time.tsx"

const tags = {
  open: { tone: "ok", text: msg("Active") },
  running: { tone: "ok", text: msg("Active") },
  ending: { tone: "warning", text: msg("Ends soon") },
  expired: { tone: "danger", text: msg("Expired") },
} as const satisfies Record<Subscription["state"], { tone: TagTone; text: string }>

/** State of the plan, in a word and in days. */
export function SubscriptionCard({ session, now }: { session: SessionView; now: number }) {
  const t = useText()
  const subscription = subscriptionOf(session, now)
  const { tone, text } = tags[subscription.state]
  const plan = session.company.subscripedPlan?.name
  return (
    <Card aside={<Tag tone={tone}>{t(text)}</Tag>} id="subscription" title={t("Subscription")}>
      <p className="db-plan">
        <Remaining subscription={subscription} />
      </p>
      <p className="db-plan-note">
        {plan == null || plan === "" ? null : `${t("Plan {plan}.", { plan })} `}
        <Until now={now} session={session} subscription={subscription} />
      </p>
    </Card>
  )
}

function Remaining({ subscription }: { subscription: Subscription }) {
  const t = useText()
  switch (subscription.state) {
    case "open":
      return t("No end date")
    case "expired":
      return t("No days left")
    case "running":
    case "ending":
      return <Days left={subscription.daysLeft} />
    default:
      return subscription satisfies never
  }
}

function Days({ left }: { left: number }) {
  const t = useText()
  if (left === 0) return t("Last day")
  const count = <span className="db-figure">{left}</span>
  return t.countNodes(left, "{count} day left", "{count} days left", { count })
}

/** In its last days hours count. */
function isNear(subscription: Subscription): boolean {
  return subscription.state === "ending" && subscription.daysLeft <= 1
}

interface UntilProps {
  session: SessionView
  subscription: Subscription
  now: number
}

function Until({ session, subscription, now }: UntilProps) {
  const t = useText()
  if (subscription.state === "open") return t("Runs until cancelled.")
  if (subscription.lastDay === null) return null
  const day = formatDay(subscription.lastDay, dateStyle("UTC", session.user))
  if (subscription.state === "expired") return t("Ended on {day}.", { day })
  const end = endOfPlan(session.company)
  return (
    <>
      {t("Valid until the end of {day}.", { day })}
      {end === null || !isNear(subscription) ? null : (
        <>
          {" "}
          {t.nodes("It ends {time}.", {
            time: <Countdown instant={end} now={now} />,
          })}
        </>
      )}
    </>
  )
}
