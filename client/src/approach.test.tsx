import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { watchApproach } from "./approach.ts"
import { createRoutes } from "./router.tsx"
import { fakeServer, setToken, tokenFor } from "./services/fake-server.ts"
import { SOMEONE, fakeVisit } from "./services/fake-visit.ts"

const routes = createRoutes()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  setToken(tokenFor("u1"))
  document.body.innerHTML = `
    <a id="dashboard" href="/dashboard">Dashboard</a>
    <a id="login" href="/login">Sign in</a>
    <a id="file" href="/dashboard" download>File</a>
    <a id="audited" href="/settings/companies">Companies</a>
    <a id="away" href="https://example.org/dashboard">Away</a>`
})
afterEach(() => {
  stop()
  setToken(null)
  document.body.innerHTML = ""
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function approach(id: string, kind = "pointerover") {
  document.getElementById(id)?.dispatchEvent(new Event(kind, { bubbles: true }))
}

test.each(["pointerover", "focusin"])(
  "%s fetches what the screen will need, once",
  async (kind) => {
    const asked = fakeServer({})
    stop = watchApproach(routes, fakeVisit(SOMEONE, "/settings/profile"))
    approach("dashboard", kind)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(asked.map(({ path }) => path)).toContain("/iam/api/v1/companies/overview")
    const count = asked.length
    approach("dashboard", kind)
    await vi.advanceTimersByTimeAsync(100)
    expect(asked).toHaveLength(count)
  },
)

test("a pointer that only passes by fetches nothing", async () => {
  const asked = fakeServer({})
  stop = watchApproach(routes, fakeVisit(SOMEONE, "/settings/profile"))
  approach("dashboard")
  approach("dashboard", "pointerout")
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toEqual([])
})

test.each(["file", "away", "login", "audited"])(
  "nothing is fetched for a link such as %s",
  async (id) => {
    const asked = fakeServer({})
    stop = watchApproach(routes, fakeVisit(SOMEONE, "/settings/profile"))
    approach(id)
    await vi.advanceTimersByTimeAsync(100)
    expect(asked).toEqual([])
  },
)

test("nothing is fetched by who saves data", async () => {
  const asked = fakeServer({})
  stop = watchApproach(routes, fakeVisit(SOMEONE, "/settings/profile"))
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true })
  approach("dashboard")
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toEqual([])
  Reflect.deleteProperty(navigator, "connection")
})
