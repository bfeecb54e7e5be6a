/**
 * What the user may do with a kind of record, and why not. The server decides; this only foresees it, so that a control
 * which would be refused says so beforehand.
 */
import { rightInWords } from "#client/lib/right-names.ts"
import { type SessionView, readOnlyText } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { useOnline } from "#client/services/online.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

/** Rights that outlast the subscription (domain.md 3.7). */
const READING = new Set(["view", "export"])

/** What cannot be set back by hand, so never waits until there is a network. */
const NEEDS_NETWORK = new Set(
  "delete destroy restore merge import assign suspend deactivate publish share run schedule".split(
    " ",
  ),
)

/** Takes the place of a resource that no role opens: only super administrators do, even after their company's subscription has ended. */
export const OPERATOR = "operator"

/** As the services put it. */
const OPERATOR_ONLY = msg(
  "Only the people who run this installation can do this. No company role includes it.",
)

/** The right to see records of a resource; `undefined` where no role grants it. */
export function rightToSee(resource: string): string | undefined {
  return resource === OPERATOR ? undefined : `${resource}:view`
}

/** Says why an action is not possible; `null` when it is. */
export type WhyNot = (action: string) => string | null

/** Whether one of the user's roles includes an action. What none of them includes is not offered where a record is read. */
export function useGranted(resource: string, writing?: string): (action: string) => boolean {
  const { session } = usePage()
  return (action) =>
    resource === OPERATOR
      ? session?.isSuperAdmin === true
      : session?.permissions.includes(rightTo(resource, action, writing)) === true
}

/** Whether an action changes nothing. Only a subscription that is over does not leave reports to be run. */
function isReading(action: string, { viewing }: SessionView): boolean {
  return READING.has(action) || (viewing !== null && action === "run")
}

/** The right that an action takes. */
function rightTo(resource: string, action: string, writing?: string): string {
  return `${resource}:${READING.has(action) ? action : (writing ?? action)}`
}

/** The reasons for one resource; `writing` is the one action that all writing needs, where that is one. */
export function useRights(resource: string, writing?: string): WhyNot {
  const { session } = usePage()
  const t = useText()
  const isOnline = useOnline()
  return (action) => {
    if (session === null) return t("Sign in to do this.")
    if (resource === OPERATOR) return session.isSuperAdmin ? null : t(OPERATOR_ONLY)
    const right = rightTo(resource, action, writing)
    const isGranted = session.permissions.includes(right)
    const readOnly = isReading(action, session) ? null : readOnlyText(session)
    // What the role lacks that is viewed as is said as it would be to its holder.
    if (readOnly !== null && (isGranted || session.viewing?.kind !== "role")) return t(readOnly)
    if (!isGranted) {
      return t(
        "None of your roles includes the permission “{permission}”. An administrator can grant it.",
        {
          permission: rightInWords(right, t),
        },
      )
    }
    return isOnline || !NEEDS_NETWORK.has(action)
      ? null
      : t("You are offline. You can do this once you are connected again.")
  }
}
