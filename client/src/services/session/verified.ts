/** Finding out that the e-mail was verified elsewhere: when a page opens, on focus, and every half minute until then. */
import { identity } from "#client/services/auth/identity-door.ts"
import type { Visit } from "#client/services/page.tsx"
import { send } from "#client/services/send.ts"

import { hearTabs, tellTabs } from "./channel.ts"
import { renewView } from "./view.ts"

export const POLL_MS = 30_000

/** Watches until the address is verified or the answer is called. */
export function watchVerification({ session }: Pick<Visit, "session">): () => void {
  if (session.get()?.user.emailVerified !== false) return () => {}
  const stop = new AbortController()

  const accept = () => {
    stop.abort()
    const now = session.get()
    if (now !== null) session.set({ ...now, user: { ...now.user, emailVerified: true } })
    // A verified address may be a super administrator's.
    void renewView(session)
  }
  const look = async () => {
    if (stop.signal.aborted || document.visibilityState !== "visible") return
    const provider = await identity()
    const user = await provider.reload()
    if (user?.emailVerified !== true) return
    // The server takes the fact from a fresh ID token.
    const token = await provider.idToken({ renew: true })
    await send("/iam/api/v1/users-token", { token })
    accept()
    tellTabs("verified")
  }
  // Nobody answering is no news; the next look asks again.
  const quietly = () => void look().catch(() => {})

  quietly()
  const timer = setInterval(quietly, POLL_MS)
  const deafen = hearTabs((news) => {
    if (news === "verified") accept()
  })
  window.addEventListener("focus", quietly, { signal: stop.signal })
  stop.signal.addEventListener("abort", () => {
    clearInterval(timer)
    deafen()
  })
  return () => stop.abort()
}
