import { limit } from "./cells.tsx"
import type { Look } from "./noun.ts"

/** As long as a list says that what was deleted stays. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Until when something stays in the bin at least; nothing once that is past. */
export function KeptUntil({ deletedAt, look }: { deletedAt: string; look: Look }) {
  const end = Date.parse(deletedAt) + KEPT_MS
  if (!(end > Date.parse(look.now))) return null
  const time = limit(new Date(end).toISOString(), look)
  return look.t.nodes("It stays in the bin until {time}.", { time })
}
