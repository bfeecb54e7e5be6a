/**
 * What the user may do with a kind of record, and why not. The server decides; this only foresees it, so that a control
 * which would be refused says so beforehand.
 */
import { EXPIRED_TEXT } from "#client/lib/account-text.ts"
import { useOnline } from "#client/services/online.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

/** Rights that outlast the subscription (domain.md 3.7). */
const READING = new Set(["view", "export"])

/** What cannot be set back by hand, so never waits until there is a network. */
const NEEDS_NETWORK = new Set(
  "delete destroy restore merge import assign suspend deactivate publish share run".split(" "),
)

/** Says why an action is not possible; `null` when it is. */
export type WhyNot = (action: string) => string | null

/** The reasons for one resource; `writing` is the one action that all writing needs, where that is one. */
export function useRights(resource: string, writing?: string): WhyNot {
  const { session } = usePage()
  const t = useText()
  const isOnline = useOnline()
  return (action) => {
    if (session === null) return t("You are not signed in.")
    if (session.isExpired && !READING.has(action)) return t(EXPIRED_TEXT)
    const right = `${resource}:${READING.has(action) ? action : (writing ?? action)}`
    if (!session.permissions.includes(right)) {
      return t("None of your roles includes the right {right}. An administrator can grant it.", {
        right,
      })
    }
    return isOnline || !NEEDS_NETWORK.has(action)
      ? null
      : t("You are offline. This cannot wait; it is possible again once you are connected.")
  }
}
