/** When the browser's session may have become another one: its cookie changed, or the tab is looked at again. */
import { cookieChanges } from "#client/lib/browser.ts"

/** Calls `look` at each of these moments, until `signal` is aborted. */
export function onPossibleChange(look: () => void, signal: AbortSignal): void {
  // Where nothing tells of the cookie, the look at each return to the tab remains.
  cookieChanges()?.addEventListener("change", look, { signal })
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible") look()
    },
    { signal },
  )
}
