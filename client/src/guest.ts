/**
 * The start of a page for guests. What the server drew works by itself, so the application is fetched when the page is used, or at once
 * where something waits for it: a skeleton, a message of the page before, a user whom the identity SDK has kept.
 *
 * Invariant: a page that nobody uses does what the application would: it clears what a session has left, and shows another page as soon as
 * somebody has signed in elsewhere in the browser.
 */
import type * as entry from "#client/entry.tsx"
import { hasKeptUser } from "#client/services/auth/kept-user.ts"
import { hasFlash } from "#client/services/flash.ts"
import { onPossibleChange } from "#client/services/session/changes.ts"
import { hearTabs } from "#client/services/session/channel.ts"
import { clearStorages } from "#client/services/session/storages.ts"
import { readToken } from "#client/services/session/token-cookie.ts"
import { whenUsed } from "#client/when-used.ts"

/** The element of this script: it names the files of the application. */
const own = document.querySelector<HTMLScriptElement>("script[data-application]")

const unwatch = watchSignIns()

const startNow = whenUsed(async () => {
  if (own === null) throw new Error("the document does not name its application")
  const { application = "", modules = "" } = own.dataset
  for (const module of modules.split(" ")) preload(module, own.nonce)
  const { hydrated }: typeof entry = await import(application)
  await hydrated
  unwatch()
})

if (document.querySelector("main .ui-skeleton") !== null || hasFlash()) {
  startNow()
} else if (await hasKeptUser()) {
  startNow()
} else {
  clearStorages()
}

/** Shows what the server has for whoever has signed in; the answer ends it. */
function watchSignIns(): () => void {
  const stop = new AbortController()
  const before = readToken()
  const look = () => {
    const now = readToken()
    if (now !== null && now !== before) location.reload()
  }
  onPossibleChange(look, stop.signal)
  // A page out of the back-forward cache was shown before the sign-in.
  window.addEventListener("pageshow", look, { signal: stop.signal })
  const deafen = hearTabs((news) => {
    if (news === "signed-in") look()
  })
  return () => {
    stop.abort()
    deafen()
  }
}

/** All files at once: else each would name the next ones only when it has come. */
function preload(module: string, nonce: string): void {
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.nonce = nonce
  link.href = module
  document.head.append(link)
}
