/**
 * The view under which this document was opened: with the user's own rights, or with others. A page is answered under that one
 * alone, so that no tab mixes what two of them show; where the session's is another by now, the page says so.
 */
import { type Problem, VIEW_CHANGED } from "#client/lib/problem.ts"
import { type SessionView, type Viewing, readOnlyText } from "#client/lib/session.ts"
import { createStore } from "#client/lib/store.ts"

/** What is sent with a body and changes nothing; and what keeps or ends the session. */
const PASSING = /\/(?:run|preview|auth\/[\w-]+)$/u

/** Not known before the document has started: then nothing is said of it. */
let opened: Viewing | null | undefined

/** Whether the session reads under another view than this page was opened with. */
export const viewingOver = createStore(false)

/** Notes what this document was opened with. */
export function openUnder(session: SessionView | null): void {
  opened = session === null ? undefined : session.viewing
}

export function isViewing(): boolean {
  return opened != null
}

/** What requests of this page say of it; `null` for nothing. */
export function pageView(): string | null {
  return opened === undefined ? null : (opened?._id ?? "none")
}

/** What the server would say to a write of this page; `null` where it would not refuse it for its view. */
export function refusalOf(method: string, path: string): Problem | null {
  if (opened == null || method === "GET" || PASSING.test(path)) return null
  const detail = readOnlyText({ viewing: opened, isExpired: false }) ?? ""
  return { type: "/problems/viewing", title: "Read-only view", status: 403, detail }
}

/** Notes that the view has changed where an answer says so. */
export function noteRefusal({ type }: Problem): void {
  if (type === VIEW_CHANGED) viewingOver.set(true)
}
