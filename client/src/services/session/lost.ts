/**
 * What becomes of a page whose session is over. Where a write waits or something typed is not saved, its user is asked back in
 * place; else the page is left, so that nobody reads on a screen from which its user was signed out.
 */
import type { Loss } from "#client/lib/session-loss.ts"
import { isRevocation } from "#client/lib/session-loss.ts"
import { hasUnsaved } from "#client/services/leaving.ts"

import { askAgain, isAsking } from "./again.ts"
import { tellTabs } from "./channel.ts"
import { endSession, holdSession } from "./end.ts"

/** `back`: the same user is signed in. `declined`: not now, and the page stays. `ended`: the page is being left. */
export type Comeback = "back" | "declined" | "ended"

/** `isWaiting`: a request goes on once the user is back. `stays`: the user is asked back, where that may be. */
export async function comeBack(
  loss: Loss,
  isWaiting: boolean,
  stays = isKept(isWaiting),
): Promise<Comeback> {
  if (loss === "suspended" || loss === "closed") {
    void endSession(loss)
    return "ended"
  }
  const again = stays ? askAgain({ loss, isWaiting }) : null
  if (again !== null) {
    const letGo = holdSession()
    const how = await again
    letGo()
    // Who was signed out by somebody may not stay in front of the page; what was typed is kept as a draft.
    if (how === "back" || !isRevocation(loss)) return how
  }
  // Before the token goes: a tab in which something is not saved asks, too.
  tellTabs({ over: loss })
  void endSession("expired")
  return "ended"
}

/** Whether this page would lose something by being left. */
export function isKept(isWaiting = false): boolean {
  return isWaiting || isAsking() || hasUnsaved()
}
