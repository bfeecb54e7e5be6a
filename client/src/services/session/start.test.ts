import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeIdentity } from "#client/services/auth/fake-identity.ts"
import { setIdentityDoor } from "#client/services/auth/identity-door.ts"
import type { IdentityUser } from "#client/services/auth/identity.ts"
import { bootstrap } from "#client/services/bootstrap.ts"
import { leaveFor } from "#client/services/busy.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { SOMEONE, fakeVisit } from "#client/services/fake-visit.ts"
import { toast } from "#client/services/toasts.ts"

import { endSession } from "./end.ts"
import { NO_SESSION } from "./resume.ts"
import { startSession } from "./start.ts"

vi.mock(import("#client/services/busy.ts"), async (original) => ({
  ...(await original()),
  leaveFor: vi.fn<typeof leaveFor>(),
}))
vi.mock(import("#client/services/bootstrap.ts"), async (original) => ({
  ...(await original()),
  bootstrap: vi.fn<typeof bootstrap>(async () => []),
}))
vi.mock(import("#client/services/session/end.ts"), async (original) => ({
  ...(await original()),
  endSession: vi.fn<typeof endSession>(async () => {}),
}))

const ADA = { email: "ada@harbour.example", password: "x", verified: true }
const USERS_TOKEN = "/iam/api/v1/users-token"
const LOGIN = "/iam/api/v1/auth/login"

beforeEach(() => {
  history.replaceState(null, "", "/dashboard")
  setToken(tokenFor("u1"))
  setDestinations({
    login: () => "/login",
    secondFactor: ({ fbtkn }) => `/login?fbtkn=${fbtkn}`,
    isOpen: (pathname) => pathname === "/login",
    isLogin: (pathname) => pathname === "/login",
    isGuest: (pathname) => pathname === "/login" || pathname === "/register",
    afterSignIn: () => "/dashboard",
  })
})
afterEach(() => {
  setToken(null)
  vi.mocked(endSession).mockClear()
  vi.mocked(bootstrap).mockClear()
  vi.mocked(leaveFor).mockClear()
  vi.unstubAllGlobals()
})

test("a session whose user the provider confirms starts, and then loads its reference data", async () => {
  known(ADA.email)
  const asked = fakeServer({ [USERS_TOKEN]: { body: { data: [{ _id: "u1" }] } } })
  await startSession(fakeVisit(SOMEONE))
  expect(asked[0]).toMatchObject({
    path: USERS_TOKEN,
    authorization: `id-token-of-${ADA.email}`,
  })
  expect(bootstrap).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
    maps: false,
    scripts: [],
  })
  expect(endSession).not.toHaveBeenCalled()
})

test("the application starts once, when the provider has reported its first state", async () => {
  const provider = known(ADA.email)
  const tell: ((user: IdentityUser | null) => void)[] = []
  const firstState = new Promise<IdentityUser | null>((resolve) => void tell.push(resolve))
  setIdentityDoor(async () => ({ ...provider, firstState }))
  const asked = fakeServer({ [USERS_TOKEN]: { body: { data: [{ _id: "u1" }] } } })
  const started = startSession(fakeVisit(SOMEONE))
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  expect(asked).toEqual([])
  expect(bootstrap).not.toHaveBeenCalled()
  tell[0]?.(provider.current())
  await started
  expect(bootstrap).toHaveBeenCalledOnce()
})

test("a provider that knows no user ends an SDK session", async () => {
  known(null)
  await startSession(fakeVisit(SOMEONE))
  expect(endSession).toHaveBeenCalledExactlyOnceWith("provider")
  expect(bootstrap).not.toHaveBeenCalled()
})

test("a session begun by a plain form does not need the provider's user", async () => {
  known(null)
  await startSession(fakeVisit({ ...SOMEONE, signInMethod: "form" }))
  expect(endSession).not.toHaveBeenCalled()
  expect(bootstrap).toHaveBeenCalledOnce()
})

test.each([
  ["an empty list", { body: { data: [] } }],
  ["somebody else", { body: { data: [{ _id: "u2" }] } }],
  ["a refusal", { status: 401 }],
])("%s in answer to the provider's token ends the session", async (_, answer) => {
  known(ADA.email)
  fakeServer({ [USERS_TOKEN]: answer })
  await startSession(fakeVisit(SOMEONE))
  expect(endSession).toHaveBeenCalledExactlyOnceWith("expired")
})

test("an account that was suspended is told so, though its page has only just opened", async () => {
  known(ADA.email)
  const problem = {
    type: "/problems/suspended",
    title: "Suspended",
    detail: "Account was suspended",
  }
  fakeServer({ [USERS_TOKEN]: { status: 403, body: { ...problem, status: 403 } } })
  await startSession(fakeVisit(SOMEONE))
  expect(endSession).toHaveBeenCalledExactlyOnceWith("suspended")
})

test("a server that does not answer leaves the session alone", async () => {
  known(ADA.email)
  fakeServer({ [USERS_TOKEN]: { status: 503 } })
  await startSession(fakeVisit(SOMEONE))
  expect(endSession).not.toHaveBeenCalled()
  expect(bootstrap).toHaveBeenCalledOnce()
})

test("an SDK that cannot be loaded keeps nothing from starting", async () => {
  setIdentityDoor(async () => {
    throw new TypeError("chunk")
  })
  await startSession(fakeVisit(SOMEONE))
  expect(endSession).not.toHaveBeenCalled()
  expect(bootstrap).toHaveBeenCalledOnce()
})

test("on the login page a provider's user goes through the login exchange, but not while a code is owed", async () => {
  setToken(null)
  known(ADA.email)
  const owed = { data: { twoFactorAuth: true, emailId: ADA.email, fbtkn: "5ec2e7" } }
  const asked = fakeServer({ [LOGIN]: { body: owed } })
  history.replaceState(null, "", "/login")
  await startSession(fakeVisit(null, "/login"))
  const target = "/login?fbtkn=5ec2e7"
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith(target, "replace")
  history.replaceState(null, "", target)
  await startSession(fakeVisit(null, target))
  expect(asked).toHaveLength(1)
})

test("a sign-out at the provider ends the session later too", async () => {
  const provider = known(ADA.email)
  fakeServer({ [USERS_TOKEN]: { body: { data: [{ _id: "u1" }] } } })
  await startSession(fakeVisit(SOMEONE))
  await provider.signOut()
  await vi.waitFor(() => expect(endSession).toHaveBeenCalledExactlyOnceWith("provider"))
})

test.each(["/login", "/register"])(
  "on %s a user whom the provider still knows goes through the exchange by itself",
  async (path) => {
    history.replaceState(null, "", path)
    setToken(null)
    known(ADA.email)
    const asked = fakeServer({
      [LOGIN]: { body: { data: { twoFactorAuth: false, emailId: ADA.email } } },
    })
    await startSession(fakeVisit(null))
    expect(asked.map((each) => each.path)).toEqual([LOGIN])
    expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/dashboard")
  },
)

test("a user of no company stays on the registration page, known to the provider", async () => {
  history.replaceState(null, "", "/register")
  setToken(null)
  const provider = known(ADA.email)
  fakeServer({ [LOGIN]: { status: 404, body: { type: "/problems/no-account" } } })
  await startSession(fakeVisit(null))
  expect(provider.current()?.email).toBe(ADA.email)
  expect(leaveFor).not.toHaveBeenCalled()
})

test("a visitor nobody knows starts nothing", async () => {
  history.replaceState(null, "", "/login")
  setToken(null)
  known(null)
  const asked = fakeServer({})
  await startSession(fakeVisit(null))
  expect(asked).toEqual([])
  expect(bootstrap).not.toHaveBeenCalled()
})

test("a document without a session leaves nothing in the storages", async () => {
  known(null)
  sessionStorage.setItem("waybill.reference.c1.countries", "{}")
  localStorage.setItem("left", "over")
  await startSession(fakeVisit(null))
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

function known(email: string | null) {
  const provider = fakeIdentity([ADA], email)
  setIdentityDoor(async () => provider)
  return provider
}

test("sessions that end at once are not begun more than twice in a row, until one goes on", async () => {
  const said = vi.spyOn(toast, "error")
  const asked = fakeServer({ [LOGIN]: { body: { data: { jwt: "x" } } } })
  const land = async () => {
    setToken(null)
    known(ADA.email)
    history.replaceState(null, "", "/login?redirect_uri=%2Fcontacts")
    await startSession(fakeVisit(null, "/login"))
  }
  await land()
  await land()
  await land()
  await land()
  expect(asked).toHaveLength(2)
  expect(said.mock.calls).toEqual([[NO_SESSION], [NO_SESSION]])

  known(null)
  await startSession(fakeVisit({ ...SOMEONE, signInMethod: "form" }))
  await land()
  expect(asked).toHaveLength(3)
})

test("somebody without an account is asked about on every visit", async () => {
  const problem = { type: "/problems/no-account", title: "No account", status: 404 }
  const asked = fakeServer({ [LOGIN]: { status: 404, body: problem } })
  setToken(null)
  known(ADA.email)
  history.replaceState(null, "", "/register")
  await startSession(fakeVisit(null, "/register"))
  await startSession(fakeVisit(null, "/register"))
  await startSession(fakeVisit(null, "/register"))
  expect(asked).toHaveLength(3)
})
