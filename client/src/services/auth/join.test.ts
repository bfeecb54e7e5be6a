import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { leaveFor } from "#client/services/busy.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { fakeServer, setToken } from "#client/services/fake-server.ts"

import { fakeIdentity } from "./fake-identity.ts"
import { setIdentityDoor } from "./identity-door.ts"
import { type Invitation, invitationOf, join } from "./join.ts"

vi.mock(import("#client/services/busy.ts"), async (original) => ({
  ...(await original()),
  leaveFor: vi.fn<typeof leaveFor>(),
}))

const ACCEPT = "/iam/api/v1/auth/accept-invite"
const PASSWORD = "tidal-lantern-17"
const INA: Invitation = {
  emailId: "ina@harbour.example",
  firstName: "Ina",
  lastName: "Neu",
  companyName: "Harbour",
  expiresAt: "2026-11-27T11:00:00Z",
}

beforeEach(() => {
  history.replaceState(null, "", "/register?invite=s3cret")
  setDestinations({
    login: () => "/login",
    secondFactor: ({ fbtkn }) => `/login?fbtkn=${fbtkn}`,
    isOpen: () => true,
    isLogin: () => false,
    isGuest: () => false,
    afterSignIn: () => "/dashboard",
  })
})
afterEach(() => {
  setToken(null)
  vi.mocked(leaveFor).mockClear()
  vi.unstubAllGlobals()
})

test("the secret goes in the body, with no credential", async () => {
  const asked = fakeServer({ "/iam/api/v1/auth/invitation": { body: { data: INA } } })
  expect(await invitationOf("s3cret", new AbortController().signal)).toEqual(INA)
  expect(asked[0]).toMatchObject({ authorization: null, body: { secret: "s3cret" } })
})

test("a guest gets an account for the address that was invited, and is in", async () => {
  setIdentityDoor(async () => fakeIdentity([]))
  const body = { data: { twoFactorAuth: false, emailId: INA.emailId } }
  const asked = fakeServer({ [ACCEPT]: { status: 201, body } })
  expect(await join("s3cret", INA, PASSWORD)).toEqual({ status: "done" })
  expect(asked).toEqual([
    {
      method: "POST",
      path: ACCEPT,
      authorization: `id-token-of-${INA.emailId}`,
      body: { secret: "s3cret" },
    },
  ])
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/dashboard")
})

test("an attempt that broke off is finished with the same password, and with no other", async () => {
  setIdentityDoor(async () => fakeIdentity([{ email: INA.emailId, password: PASSWORD }]))
  const body = { data: { twoFactorAuth: false, emailId: INA.emailId } }
  fakeServer({ [ACCEPT]: { status: 201, body } })
  expect(await join("s3cret", INA, PASSWORD)).toEqual({ status: "done" })
  expect(await join("s3cret", INA, "another-one")).toMatchObject({
    status: "failed",
    field: "email",
  })
})

test("what the server refuses is said", async () => {
  setIdentityDoor(async () => fakeIdentity([]))
  const problem = { type: "about:blank", title: "Invalid", status: 422, detail: "Used already." }
  fakeServer({ [ACCEPT]: { status: 422, body: problem } })
  expect(await join("s3cret", INA, PASSWORD)).toMatchObject({ text: "Used already." })
  expect(leaveFor).not.toHaveBeenCalled()
})
