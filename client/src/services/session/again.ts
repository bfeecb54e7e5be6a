/**
 * Signing in again on the spot: a write that the server refuses because the session is over waits here until the same user
 * is back, and is then sent once more as it was. What was typed stays on the screen.
 *
 * The page asks one at a time, whoever waits; a sign-in in another tab answers too, for the tabs share the session.
 */
import type { Loss } from "#client/lib/session-loss.ts"
import type { SessionView } from "#client/lib/session.ts"
import { type Store, createStore } from "#client/lib/store.ts"
import { subjectOf } from "#client/lib/token.ts"

import { hearTabs, tellTabs } from "./channel.ts"
import { readToken } from "./token-cookie.ts"
import { renewView } from "./view.ts"

/** `back`: the same user is signed in. `declined`: not now, so what waited has failed. */
export type Again = "back" | "declined"

interface Asked {
  /** Whose session it is, or was. */
  emailId: string
  /** Why it is over; `null` while it is not. */
  loss: Loss | null
  /** Something goes on once the user is back. */
  isWaiting: boolean
}

/** What the page asks for now; `null` for nothing. */
export const againAsked = createStore<Asked | null>(null)

let owner: Store<SessionView | null> | null = null
let waiting: Promise<Again> | null = null
let settle: ((how: Again) => void) | null = null
let comebacks = 0

/** Says whose page this is, while a screen is there that can ask; the answer takes it back. */
export function canAskAgain(session: Store<SessionView | null>): () => void {
  owner = session
  const deafen = hearTabs((news) => {
    if (news === "signed-in" && lookAgain()) void renewView(session)
  })
  return () => {
    owner = null
    deafen()
    settleWith("declined")
  }
}

/** Whether this is the page of somebody signed in, whatever has become of the token. */
export function isOwned(): boolean {
  return owner?.get() != null
}

/** Whether a request may wait instead of ending the session. */
export function isAsking(): boolean {
  return waiting !== null
}

/** How often the user has come back to this page. */
export function comebackCount(): number {
  return comebacks
}

/** Asks until the user is back or declines; `null` where nobody can be asked. Who asks later adds what it knows. */
export function askAgain({ loss, isWaiting }: Omit<Asked, "emailId">): Promise<Again> | null {
  const user = owner?.get()?.user
  if (user === undefined) return null
  const before = againAsked.get()
  waiting ??= new Promise<Again>((resolve) => {
    settle = resolve
  })
  againAsked.set({
    emailId: user.emailId,
    loss: loss === null || loss === "over" ? (before?.loss ?? loss) : loss,
    isWaiting: isWaiting || before?.isWaiting === true,
  })
  return waiting
}

/** Not now: what waited fails as it would have. */
export function decline(): void {
  settleWith("declined")
}

/**
 * To be called when a session may stand again. That of the same user lets everything that waited go on; `false` when it is
 * somebody else's.
 */
export function lookAgain(): boolean {
  const id = owner?.get()?.user._id
  const subject = subjectOf(readToken())
  if (id === undefined || subject !== id) return subject === null
  if (waiting !== null) {
    comebacks += 1
    settleWith("back")
    // What the user may do can have changed meanwhile.
    if (owner !== null) void renewView(owner)
  }
  return true
}

/** Tells the other tabs as well. */
export function isBack(): boolean {
  tellTabs("signed-in")
  return lookAgain()
}

function settleWith(how: Again): void {
  settle?.(how)
  settle = null
  waiting = null
  againAsked.set(null)
}
