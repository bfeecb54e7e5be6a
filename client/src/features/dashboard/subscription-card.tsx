import { dateStyle, formatDay } from "#client/lib/format/date.ts"
import type { SessionView } from "#client/lib/session.ts"
import { Card } from "#client/ui/card.tsx"
import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"

import { subscriptionOf } from "./subscription.ts"
import type { Subscription } from "./subscription.ts"

const tags = {
  open: { tone: "ok", text: "Active" },
  running: { tone: "ok", text: "Active" },
  ending: { tone: "warning", text: "Ends soon" },
  expired: { tone: "danger", text: "Expired" },
} as const satisfies Record<Subscription["state"], { tone: TagTone; text: string }>

/** State of the plan, in a word and in days. */
export function SubscriptionCard({ session, now }: { session: SessionView; now: number }) {
  const subscription = subscriptionOf(session, now)
  const { tone, text } = tags[subscription.state]
  const plan = session.company.subscripedPlan?.name
  return (
    <Card aside={<Tag tone={tone}>{text}</Tag>} id="subscription" title="Subscription">
      <p className="db-plan">
        <Remaining subscription={subscription} />
      </p>
      <p className="db-plan-note">
        {plan == null || plan === "" ? null : `Plan ${plan}. `}
        <Until session={session} subscription={subscription} />
      </p>
    </Card>
  )
}

function Remaining({ subscription }: { subscription: Subscription }) {
  switch (subscription.state) {
    case "open":
      return "No end date"
    case "expired":
      return "No days left"
    case "running":
    case "ending":
      return <Days left={subscription.daysLeft} />
    default:
      return subscription satisfies never
  }
}

function Days({ left }: { left: number }) {
  if (left === 0) return "Last day"
  return (
    <>
      <span className="db-figure">{left}</span> {left === 1 ? "day left" : "days left"}
    </>
  )
}

function Until({ session, subscription }: { session: SessionView; subscription: Subscription }) {
  if (subscription.state === "open") return "It runs until it is cancelled."
  if (subscription.lastDay === null) return null
  const day = formatDay(subscription.lastDay, dateStyle("UTC", session.user))
  if (subscription.state === "expired") return `Its last day was ${day}.`
  return `Usable up to and including ${day}.`
}
