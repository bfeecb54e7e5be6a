/** What the tabs of one browser tell each other about the session. Tokens never pass here. */

import type { Loss } from "#client/lib/session-loss.ts"

/**
 * `signed-out`: by the user, or because the account can no longer be used; no tab stays. `ended`: the session was found to be over, and a tab
 * was left. `over`: it was found just now, and why. `changed`: what the session's user has set for itself, such as the theme, or
 * for the company. `staying`: who was told of the session's end has answered that it shall go on.
 */
export type SessionNews =
  | "signed-in"
  | "signed-out"
  | "ended"
  | "verified"
  | "changed"
  | "staying"
  | { over: Loss }

const NAME = "waybill-session"

/** Tells the other tabs. */
export function tellTabs(news: SessionNews): void {
  if (typeof BroadcastChannel === "undefined") return
  const channel = new BroadcastChannel(NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(news)
  channel.close()
}

/** Hears what other tabs tell; the answer ends it. */
export function hearTabs(listener: (news: SessionNews) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {}
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener("message", (event: MessageEvent<SessionNews>) => listener(event.data))
  return () => channel.close()
}
