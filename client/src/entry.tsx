/** The browser's start: hydrates what Rust wrote, then, after the first paint, starts the session's other half. */
import "#client/styles/app.css"
import { type ReactNode, startTransition, useEffect } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"

import { type OpenDocument, openDocument } from "#client/document.tsx"
import type { RenderInput } from "#client/lib/input.ts"
import { redirectUri } from "#client/lib/redirect-uri.ts"
import { paths } from "#client/paths.ts"
import { setIdentityDoor } from "#client/services/auth/identity-door.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { sendFault, tellFaults } from "#client/services/faults.ts"
import { takeFlash } from "#client/services/flash.ts"
import { startSession } from "#client/services/session/start.ts"
import { openUnder } from "#client/services/session/viewing.ts"
import { setToastsHidden, toast } from "#client/services/toasts.ts"
import { newErrorId } from "#client/ui/part.tsx"

const input = readState()
openUnder(input.session)
const opened = await openDocument(input)

setDestinations({
  login: (back) => paths.login({ redirectUri: back }),
  secondFactor: (owed, back) => paths.login({ owed, redirectUri: back }),
  isOpen: (pathname) => opened.routeAt(pathname)?.auth !== "required",
  isLogin: (pathname) => opened.routeAt(pathname)?.id === "login",
  isGuest: (pathname) => opened.routeAt(pathname)?.auth === "guest",
  afterSignIn: (search) =>
    redirectUri(search, { origin: input.env.publicOrigin, isPage }) ?? paths.dashboard(),
})
setIdentityDoor(async () => {
  const { startIdentity } = await import("#client/services/auth/identity.ts")
  return startIdentity(input.env.identity)
})
/** Settles when React has taken over what the server drew, or has drawn the page itself. */
export const hydrated = show(opened)
const holdToasts = () => setToastsHidden(document.visibilityState === "hidden")
// A tab that a sign-out moves may not be the one that is looked at.
holdToasts()
document.addEventListener("visibilitychange", holdToasts)
tellFaults(() => (input.session === null ? null : report), routeNow)
await hydrated
afterPaint(() => {
  const flash = takeFlash()
  if (flash !== null) toast.error(flash)
  opened.watchApproach()
  void startSession(opened.visit)
})

/** Which screen it is, without what is looked at. */
function routeNow(): string {
  return opened.routeAt(location.pathname)?.id ?? ""
}

/** To an issue that says where it happened. */
function report(): void {
  const route = location.pathname + location.search
  location.assign(paths.newIssue({ type: "bug", errorId: newErrorId(), route }))
}

/** Whether a sign-in may lead there: a screen of ours, but not one of those for guests and not the catch-all. */
function isPage(pathname: string): boolean {
  const route = opened.routeAt(pathname)
  return route !== undefined && route.auth !== "guest" && route.path !== "*"
}

function show({ app }: OpenDocument): Promise<void> {
  const root = document.getElementById("root")
  if (root === null) throw new Error("the document has no #root")
  return new Promise((resolve) => {
    const alive = <Alive then={resolve}>{app}</Alive>
    if (root.dataset["shell"] !== undefined) {
      createRoot(root).render(alive)
      return
    }
    // A transition lets the browser paint and hear in between, and what is used is hydrated at once.
    startTransition(() => {
      hydrateRoot(root, alive, {
        // A boundary has drawn something in its place.
        onCaughtError(error) {
          // oxlint-disable-next-line no-console -- as React does
          console.error(error)
          void sendFault(error, routeNow())
        },
        onRecoverableError(error) {
          // oxlint-disable-next-line no-console -- a hydration mismatch is a fault, and tests fail on it
          console.error("Hydration failed.", error)
        },
      })
    })
  })
}

/** Calls `then` when all inside it is in the page and hears its events. */
function Alive({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then])
  return children
}

function readState(): RenderInput {
  const state: RenderInput = JSON.parse(document.getElementById("state")?.textContent ?? "")
  return state
}

/** Two frames on, the first paint is on the screen; a hidden tab paints nothing and does not wait. */
function afterPaint(task: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(task)
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(task)))
}
