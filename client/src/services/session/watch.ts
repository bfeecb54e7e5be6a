/**
 * Watching of the session from outside: the token cookie and the other tabs (specification 2).
 *
 * A renewed token is the same session: what counts is its subject, or a refresh in one tab would reload the others.
 */
import { subjectOf } from "#client/lib/token.ts"
import { isBusy, reloadPage } from "#client/services/busy.ts"
import { destinations } from "#client/services/destinations.ts"

import { onPossibleChange } from "./changes.ts"
import { hearTabs } from "./channel.ts"
import { endSession } from "./end.ts"
import { comeBack, isKept } from "./lost.ts"
import { readToken } from "./token-cookie.ts"

/** What a look at the cookie asks for. */
export type Verdict = "nothing" | "reload" | "end"

/** Compares the subject this document was made for with the cookie's; `null` is nobody. */
export function judge(before: string | null, now: string | null, onLogin: boolean): Verdict {
  if (onLogin) return now === null ? "nothing" : "reload"
  if (now === null) return before === null ? "nothing" : "end"
  return now === before ? "nothing" : "reload"
}

/** Starts watching; the answer ends it. */
export function watchSession(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const before = subjectOf(readToken())

  const look = () => {
    // A sign-in or sign-out of this tab changes the cookie itself and leaves the page in its own way.
    if (isBusy()) return
    const verdict = judge(before, subjectOf(readToken()), destinations().isLogin(location.pathname))
    if (verdict === "reload") reloadPage()
    if (verdict === "end") void endSession("elsewhere")
  }

  onPossibleChange(look, signal)
  // A page out of the back-forward cache shows the session it had; one that was being left is still busy leaving.
  window.addEventListener(
    "pageshow",
    (event) => {
      if (!event.persisted) return
      if (isBusy()) reloadPage()
      else look()
    },
    { signal },
  )
  const deafen = hearTabs((news) => {
    if (isBusy()) return
    if (news === "signed-in") look()
    if (before === null) return
    if (news === "signed-out") void endSession("signed-out-elsewhere")
    if (news === "ended") void endSession("elsewhere")
    // The token is about to go, and with it what could be asked about the session.
    if (typeof news === "object" && isKept()) void comeBack(news.over, false)
  })
  return () => {
    stop.abort()
    deafen()
  }
}
