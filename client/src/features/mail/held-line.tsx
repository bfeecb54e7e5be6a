import { type DateStyle, formatDateTime } from "#client/lib/format/date.ts"
import type { Held } from "#client/services/mail/letters.ts"
import { type Say, useText } from "#client/ui/text.tsx"

/** Why a mail waits that is over a quota, and until when. */
export function HeldLine({ held, style }: { held: Held; style: DateStyle }) {
  const t = useText()
  return <span className="ml-held">{said(t, held, formatDateTime(held.until, style))}</span>
}

function said(t: Say, { quota, allowed }: Held, time: string): string {
  if (quota === "company") {
    return t.count(
      allowed,
      "Waits until {time}: the company may send {count} message a day.",
      "Waits until {time}: the company may send {count} messages a day.",
      { time },
    )
  }
  if (quota === "user") {
    return t.count(
      allowed,
      "Waits until {time}: you may send {count} message a day.",
      "Waits until {time}: you may send {count} messages a day.",
      { time },
    )
  }
  return t.count(
    allowed,
    "Waits until {time}: the company may send a recipient {count} message a day.",
    "Waits until {time}: the company may send a recipient {count} messages a day.",
    { time },
  )
}
