/** The browser's start: reads the state that Rust wrote, loads the shown routes' modules, hydrates, then the rest. */
import "#client/styles/app.css"
import { createRoot, hydrateRoot } from "react-dom/client"
import { createBrowserRouter, matchRoutes } from "react-router"
import { RouterProvider } from "react-router/dom"

import { type RenderInput, formProblemOf } from "#client/lib/input.ts"
import { createStore } from "#client/lib/store.ts"
import { loadersFor } from "#client/navigation.ts"
import { paths } from "#client/paths.ts"
import { createRoutes, entryOf, resolveModules, shownNeeds } from "#client/router.tsx"
import { setIdentityDoor } from "#client/services/auth/identity-door.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { takeFlash } from "#client/services/flash.ts"
import { createQueries, seedNeeds } from "#client/services/needs.ts"
import { type Visit, VisitProvider } from "#client/services/page.tsx"
import { startSession } from "#client/services/session/start.ts"
import { setToastsHidden, toast } from "#client/services/toasts.ts"

const input = readState()
const visit: Visit = {
  url: input.url,
  formProblem: formProblemOf(input),
  session: createStore(input.session),
  env: input.env,
  queries: createQueries(),
}
const routes = createRoutes(loadersFor(visit))
const matches = matchesOf(location)

setDestinations({
  login: (redirectUri) => paths.login({ redirectUri }),
  isOpen: (pathname) => entryOf(leafOf(pathname))?.auth !== "required",
  isLogin: (pathname) => leafOf(pathname) === "login",
  afterSignIn: () => paths.dashboard(),
})
setIdentityDoor(async () => {
  const { startIdentity } = await import("#client/services/auth/identity.ts")
  return startIdentity(input.env.identity)
})

await resolveModules(matches.map(({ route }) => route))
seedNeeds(visit.queries, shownNeeds(matches.map(shown), location.search), input.data, Date.now())
show()
document.addEventListener("visibilitychange", () =>
  setToastsHidden(document.visibilityState === "hidden"),
)
afterPaint(() => {
  const flash = takeFlash()
  if (flash !== null) toast.error(flash)
  void startSession(visit)
})

function show(): void {
  const root = document.getElementById("root")
  if (root === null) throw new Error("the document has no #root")
  const loaderData = Object.fromEntries(matches.map(({ route }) => [route.id, null]))
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors: null } })
  const app = (
    <VisitProvider visit={visit}>
      <RouterProvider router={router} />
    </VisitProvider>
  )
  if (root.dataset["shell"] === undefined) {
    hydrateRoot(root, app, {
      onRecoverableError(error) {
        // oxlint-disable-next-line no-console -- a hydration mismatch is a fault, and tests fail on it
        console.error("Hydration failed.", error)
      },
    })
  } else {
    createRoot(root).render(app)
  }
}

function readState(): RenderInput {
  const state: RenderInput = JSON.parse(document.getElementById("state")?.textContent ?? "")
  return state
}

function matchesOf({ pathname }: { pathname: string }) {
  return matchRoutes(routes, pathname) ?? []
}

function leafOf(pathname: string): string {
  return matchesOf({ pathname }).at(-1)?.route.id ?? ""
}

function shown({ route, params }: (typeof matches)[number]) {
  return { id: route.id ?? "", params }
}

/** Two frames on, the first paint is on the screen; a hidden tab paints nothing and does not wait. */
function afterPaint(task: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(task)
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(task)))
}
