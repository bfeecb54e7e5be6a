import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { reloadPage } from "#client/services/busy.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { setToken, tokenFor } from "#client/services/fake-server.ts"

import { tellTabs } from "./channel.ts"
import { endSession } from "./end.ts"
import { type Verdict, judge, watchSession } from "./watch.ts"

vi.mock(import("#client/services/busy.ts"), async (original) => ({
  ...(await original()),
  reloadPage: vi.fn<typeof reloadPage>(),
}))
vi.mock(import("#client/services/session/end.ts"), async (original) => ({
  ...(await original()),
  endSession: vi.fn<typeof endSession>(async () => {}),
}))

let stop = () => {}

beforeEach(() =>
  setDestinations({
    login: () => "/login",
    secondFactor: ({ fbtkn }) => `/login?fbtkn=${fbtkn}`,
    isOpen: () => false,
    isLogin: (pathname) => pathname === "/login",
    isGuest: (pathname) => pathname === "/login",
    afterSignIn: () => "/dashboard",
  }),
)
afterEach(() => {
  stop()
  setToken(null)
  vi.mocked(endSession).mockClear()
})

test.each<[string, string | null, string | null, boolean, Verdict]>([
  ["a token that appears on the login page", null, "ada", true, "reload"],
  ["no token on the login page", null, null, true, "nothing"],
  ["a token that disappears elsewhere", "ada", null, false, "end"],
  ["a token that was renewed", "ada", "ada", false, "nothing"],
  ["a token of somebody else", "ada", "ben", false, "reload"],
  ["a token that never was", null, null, false, "nothing"],
  ["a token that appears on a public page", null, "ada", false, "reload"],
])("%s", (_, before, now, onLogin, verdict) => {
  expect(judge(before, now, onLogin)).toBe(verdict)
})

test("the cookie's disappearance is seen when the tab becomes visible again", () => {
  setToken(tokenFor("ada"))
  stop = watchSession()
  setToken(tokenFor("ada"))
  document.dispatchEvent(new Event("visibilitychange"))
  expect(endSession).not.toHaveBeenCalled()
  setToken(null)
  document.dispatchEvent(new Event("visibilitychange"))
  expect(endSession).toHaveBeenCalledExactlyOnceWith("elsewhere")
})

test("where the browser tells of cookie changes, it is seen at once", () => {
  const cookieStore = new EventTarget()
  vi.stubGlobal("cookieStore", cookieStore)
  setToken(tokenFor("ada"))
  stop = watchSession()
  setToken(null)
  cookieStore.dispatchEvent(new Event("change"))
  expect(endSession).toHaveBeenCalledExactlyOnceWith("elsewhere")
  vi.unstubAllGlobals()
})

test("a sign-out in another tab ends this one's session", async () => {
  setToken(tokenFor("ada"))
  stop = watchSession()
  tellTabs("signed-out")
  await vi.waitFor(() => expect(endSession).toHaveBeenCalledExactlyOnceWith("signed-out-elsewhere"))
})

test("a tab that was left after the session was found over takes the others along", async () => {
  setToken(tokenFor("ada"))
  stop = watchSession()
  tellTabs({ over: "elsewhere" })
  tellTabs("ended")
  await vi.waitFor(() => expect(endSession).toHaveBeenCalledExactlyOnceWith("elsewhere"))
})

test("a page out of the back-forward cache shows nobody else than the cookie's", () => {
  vi.stubGlobal("location", { pathname: "/dashboard" })
  setToken(tokenFor("ada"))
  stop = watchSession()
  comeBack()
  expect(reloadPage).not.toHaveBeenCalled()
  setToken(tokenFor("ben"))
  comeBack()
  expect(reloadPage).toHaveBeenCalledOnce()
  setToken(null)
  comeBack()
  expect(endSession).toHaveBeenCalledExactlyOnceWith("elsewhere")
  vi.unstubAllGlobals()
})

test("after stopping nothing is watched", () => {
  setToken(tokenFor("ada"))
  watchSession()()
  setToken(null)
  document.dispatchEvent(new Event("visibilitychange"))
  expect(endSession).not.toHaveBeenCalled()
})

/** The browser shows the page again that it had kept. */
function comeBack(): void {
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
}
