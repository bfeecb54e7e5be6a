/** The end of a session: server, provider, storages, cookie, cache, third-party scripts, then the login page. */
import { SUSPENDED_TEXT } from "#client/lib/account-text.ts"
import { wait } from "#client/lib/wait.ts"
import { identity } from "#client/services/auth/identity-door.ts"
import { leaveFor, whileBusy } from "#client/services/busy.ts"
import { destinations } from "#client/services/destinations.ts"
import { carryDrafts } from "#client/services/drafts.ts"
import { leaveFlash } from "#client/services/flash.ts"
import { send } from "#client/services/send.ts"
import { hasThirdPartyScripts, removeThirdPartyScripts } from "#client/services/third-party.ts"

import { tellTabs } from "./channel.ts"
import { clearStorages } from "./storages.ts"
import { readToken, removeToken } from "./token-cookie.ts"

/**
 * Why it ends. `signed-out`: the user said so. `signed-out-elsewhere`: in another tab. `expired`: the server refused it.
 * `suspended`: the account is. `closed`: its user may not come back to the page. `elsewhere`: another tab was left, or the cookie
 * went. `provider`: the identity provider no longer knows the user.
 */
export type EndReason =
  | "signed-out"
  | "signed-out-elsewhere"
  | "expired"
  | "suspended"
  | "closed"
  | "elsewhere"
  | "provider"

/** What a page does not wait out that holds its session. */
const AT_ONCE: ReadonlySet<EndReason> = new Set([
  "signed-out",
  "signed-out-elsewhere",
  "suspended",
  "closed",
])

/** Neither a silent server nor a silent provider keeps the user in. */
const PATIENCE_MS = 4000

const clearers = new Set<() => void>()
let ending: Promise<void> | null = null

/** Registers what else is to be emptied, such as a query cache. */
export function onSessionEnd(clear: () => void): () => void {
  clearers.add(clear)
  return () => clearers.delete(clear)
}

let isOver = false

/** Whether this document's session has ended and no other one has begun since. */
export function hasEnded(): boolean {
  return isOver && readToken() === null
}

let held = 0

/** While a write waits for its user, nothing but a sign-out or a suspension leaves the page; the answer lets go. */
export function holdSession(): () => void {
  held += 1
  return () => {
    held -= 1
  }
}

/** Ends the session once, however often it is asked for, and leaves for the login page unless this page is open to all. */
export function endSession(reason: EndReason): Promise<void> {
  if (held > 0 && !AT_ONCE.has(reason)) return Promise.resolve()
  ending ??= whileBusy(async () => {
    await forgetSession(reason)
    leave(reason)
  }).finally(() => {
    ending = null
  })
  return ending
}

/** Everything but the navigation. */
export async function forgetSession(reason: EndReason): Promise<void> {
  // First the provider: the server's answer has the browser clear the storage that the provider still has open.
  await settled(identity().then((provider) => provider.signOut()))
  const putDraftsBack = await carryDrafts()
  const token = readToken()
  const isOthers = reason === "elsewhere" || reason === "signed-out-elsewhere"
  if (!isOthers && token !== null) {
    await settled(
      send("/iam/api/v1/auth/logout", { method: "POST", token, timeoutMs: PATIENCE_MS }),
    )
  }
  clearStorages()
  await putDraftsBack()
  removeToken()
  isOver = true
  for (const clear of clearers) clear()
  if (!isOthers) tellTabs(AT_ONCE.has(reason) ? "signed-out" : "ended")
}

function leave(reason: EndReason): void {
  const reload = hasThirdPartyScripts()
  removeThirdPartyScripts()
  if (reason === "suspended") leaveFlash(SUSPENDED_TEXT)
  const { isOpen, login } = destinations()
  if (isOpen(location.pathname)) {
    if (reload) location.reload()
    return
  }
  const back = reason === "signed-out" ? undefined : location.pathname + location.search
  leaveFor(login(back))
}

/** Waits for the work to end, well or badly, but not for ever. */
async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.then(nothing, nothing), wait(PATIENCE_MS)])
}

function nothing(): void {}
