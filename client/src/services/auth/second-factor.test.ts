import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { SUSPENDED_TEXT } from "#client/lib/account-text.ts"
import { SUSPENDED } from "#client/lib/problem.ts"
import { leaveFor } from "#client/services/busy.ts"
import { setDestinations } from "#client/services/destinations.ts"
import { fakeServer } from "#client/services/fake-server.ts"
import { toast } from "#client/services/toasts.ts"

import { fakeIdentity } from "./fake-identity.ts"
import { setIdentityDoor } from "./identity-door.ts"
import { beginAnew, giveCode, sendCode } from "./second-factor.ts"

vi.mock(import("#client/services/busy.ts"), async (original) => ({
  ...(await original()),
  leaveFor: vi.fn<typeof leaveFor>(),
}))

const CODE_AUTH = "/iam/api/v1/auth/codeAuth"
const RESEND = `${CODE_AUTH}/resend`
const WRONG = { pointer: "/code", detail: "This is not the code of the mail." }

beforeEach(() => {
  history.replaceState(null, "", "/login?fbtkn=5ec2e7&redirect_uri=%2Fsettings%2Fusers")
  setDestinations({
    login: (back) => `/login?back=${back}`,
    secondFactor: ({ fbtkn }) => `/login?fbtkn=${fbtkn}`,
    isOpen: () => true,
    isLogin: () => true,
    isGuest: () => true,
    afterSignIn: (search) => new URLSearchParams(search).get("redirect_uri") ?? "/dashboard",
  })
})
afterEach(() => {
  vi.mocked(leaveFor).mockClear()
  vi.unstubAllGlobals()
})

test("the code goes without its spaces, and the address with the handle leaves the history", async () => {
  const asked = fakeServer({ [CODE_AUTH]: { body: { data: {} } } })
  expect(await giveCode("5ec2e7", " 123 456 ")).toEqual({ status: "done" })
  const body = { fbtkn: "5ec2e7", code: "123456" }
  expect(asked).toEqual([{ method: "POST", path: CODE_AUTH, authorization: null, body }])
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/settings/users", "replace")
})

test("a wrong code comes back to its field, and the page stays", async () => {
  const body = { type: "/problems/code-wrong", title: "Wrong code", errors: [WRONG] }
  fakeServer({ [CODE_AUTH]: { status: 422, body } })
  expect(await giveCode("5ec2e7", "000000")).toMatchObject({ status: "failed", errors: [WRONG] })
  expect(leaveFor).not.toHaveBeenCalled()
})

test("whoever was suspended meanwhile reads the toast", async () => {
  const error = vi.spyOn(toast, "error")
  fakeServer({ [CODE_AUTH]: { status: 403, body: { detail: SUSPENDED } } })
  expect(await giveCode("5ec2e7", "123456")).toEqual({ status: "refused" })
  expect(error).toHaveBeenCalledExactlyOnceWith(SUSPENDED_TEXT)
})

test("another code is asked for by the handle alone", async () => {
  const asked = fakeServer({ [RESEND]: { body: { data: {} } } })
  expect(await sendCode("5ec2e7")).toEqual({ status: "done" })
  expect(asked).toEqual([
    { method: "POST", path: RESEND, authorization: null, body: { fbtkn: "5ec2e7" } },
  ])
  fakeServer({ [RESEND]: { status: 429, body: { detail: "Please wait a while." } } })
  expect(await sendCode("5ec2e7")).toMatchObject({ status: "failed", text: "Please wait a while." })
})

test("beginning anew forgets the first factor and keeps where the visitor wanted to go", async () => {
  const provider = fakeIdentity([], "ada@harbour.example")
  setIdentityDoor(async () => provider)
  await beginAnew()
  expect(provider.current()).toBeNull()
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/login?back=/settings/users", "replace")
})
