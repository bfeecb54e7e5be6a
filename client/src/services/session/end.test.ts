import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { SUSPENDED_TEXT } from "#client/lib/account-text.ts"
import { setIdentityDoor } from "#client/services/auth/identity-door.ts"
import type { Identity } from "#client/services/auth/identity.ts"
import { leaveFor } from "#client/services/busy.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { takeFlash } from "#client/services/flash.ts"
import { request } from "#client/services/http.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { addThirdPartyScript, hasThirdPartyScripts } from "#client/services/third-party.ts"

import { endSession, hasEnded, holdSession, onSessionEnd } from "./end.ts"
import { readToken } from "./token-cookie.ts"

vi.mock(import("#client/services/busy.ts"), async (original) => ({
  ...(await original()),
  leaveFor: vi.fn<typeof leaveFor>(),
}))

const LIST = "/iam/api/v1/users"
const LOGOUT = "/iam/api/v1/auth/logout"
const providerSignOut = vi.fn<() => Promise<void>>(async () => {})
const provider = { signOut: providerSignOut } satisfies Partial<Identity>

beforeEach(() => {
  setToken(tokenFor("ada"))
  history.replaceState(null, "", "/settings/users?page=2")
  setDestinations({
    login: (back) =>
      back === undefined ? "/login" : `/login?redirect_uri=${encodeURIComponent(back)}`,
    secondFactor: ({ fbtkn }) => `/login?fbtkn=${fbtkn}`,
    isOpen: (pathname) => pathname === "/login",
    isLogin: (pathname) => pathname === "/login",
    isGuest: (pathname) => pathname === "/login",
    afterSignIn: () => "/dashboard",
  })
  // @ts-expect-error -- only what this test needs of the provider
  setIdentityDoor(async () => provider)
})
afterEach(() => {
  vi.mocked(leaveFor).mockClear()
  providerSignOut.mockClear()
  vi.unstubAllGlobals()
})

test("what still shows the emptied cache asks for nothing, until another session has begun", async () => {
  const asked = fakeServer({ [LOGOUT]: { status: 204 }, [LIST]: { body: { data: [1] } } })
  expect(hasEnded()).toBe(false)
  await endSession("signed-out")
  expect(hasEnded()).toBe(true)
  await expect(request(LIST)).rejects.toThrow(RequestFailed)
  expect(asked.map(({ path }) => path)).toEqual([LOGOUT])
  setToken(tokenFor("ada"))
  expect(await request(LIST)).toEqual({ data: [1] })
})

test("signing out tells server and provider, empties everything and leaves for the login page", async () => {
  const asked = fakeServer({ [LOGOUT]: { status: 204 } })
  sessionStorage.setItem("a", "1")
  localStorage.setItem("b", "2")
  const clear = vi.fn<() => void>()
  onSessionEnd(clear)
  addThirdPartyScript("maps", "data:,")
  const token = readToken()

  await endSession("signed-out")

  expect(asked).toEqual([{ method: "POST", path: LOGOUT, authorization: token, body: null }])
  expect(providerSignOut).toHaveBeenCalledOnce()
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
  expect(readToken()).toBeNull()
  expect(clear).toHaveBeenCalledOnce()
  expect(hasThirdPartyScripts()).toBe(false)
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/login")
})

test("a session that expired comes back to the page it was on", async () => {
  fakeServer({ [LOGOUT]: { status: 401 } })
  await endSession("expired")
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith(
    "/login?redirect_uri=%2Fsettings%2Fusers%3Fpage%3D2",
  )
})

test("a suspended user reads why on the login page", async () => {
  fakeServer({ [LOGOUT]: { status: 204 } })
  await endSession("suspended")
  expect(takeFlash()).toBe(SUSPENDED_TEXT)
  expect(takeFlash()).toBeNull()
})

test("a session that another tab ended is not ended again on the server", async () => {
  const asked = fakeServer({})
  await endSession("elsewhere")
  expect(asked).toEqual([])
  expect(readToken()).toBeNull()
})

test("however often it is asked for, a session ends once", async () => {
  const asked = fakeServer({ [LOGOUT]: { status: 204 } })
  await Promise.all([endSession("signed-out"), endSession("provider"), endSession("expired")])
  expect(asked).toHaveLength(1)
  expect(leaveFor).toHaveBeenCalledOnce()
})

test("neither a silent server nor a broken provider keeps the user in", async () => {
  fakeServer({ [LOGOUT]: new TypeError("network") })
  providerSignOut.mockRejectedValueOnce(new Error("indexedDB"))
  await endSession("signed-out")
  expect(readToken()).toBeNull()
  expect(leaveFor).toHaveBeenCalledOnce()
})

test("a page that is open to all stays", async () => {
  history.replaceState(null, "", "/login")
  fakeServer({ [LOGOUT]: { status: 204 } })
  await endSession("provider")
  expect(leaveFor).not.toHaveBeenCalled()
})

test("a held page is left by a sign-out or the end of the account alone", async () => {
  fakeServer({ [LOGOUT]: { status: 204 } })
  const letGo = holdSession()
  for (const reason of ["elsewhere", "expired", "provider"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await endSession(reason)
  }
  expect(leaveFor).not.toHaveBeenCalled()
  expect(readToken()).not.toBeNull()
  await endSession("signed-out-elsewhere")
  expect(leaveFor).toHaveBeenCalledOnce()
  letGo()
})
