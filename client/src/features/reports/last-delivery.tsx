import { Tags, moment } from "#client/records/cells.tsx"
import type { Look } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"

import type { DeliverySummary } from "./report-data.ts"
import { deliveryText, deliveryTone } from "./schedule.ts"

/** When a report was last sent, and what came of it; marked where a recipient did not get it. */
export function LastDelivery({ last, look }: { last: DeliverySummary; look: Look }) {
  const tone = deliveryTone(last)
  const text = deliveryText(last, look.t)
  return (
    <Tags>
      {moment(last.at, look)}
      {tone === null ? <span className="rc-muted">{text}</span> : <Tag tone={tone}>{text}</Tag>}
    </Tags>
  )
}
