import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { SUSPENDED_TEXT } from "#client/lib/account-text.ts"
import { SUSPENDED } from "#client/lib/problem.ts"
import { leaveFor } from "#client/services/busy.ts"
import { type Destinations, setDestinations } from "#client/services/destinations.ts"
import { fakeServer, setToken } from "#client/services/fake-server.ts"
import { toast } from "#client/services/toasts.ts"

import { fakeIdentity } from "./fake-identity.ts"
import { setIdentityDoor } from "./identity-door.ts"
import { register } from "./register.ts"
import { signIn } from "./sign-in.ts"

vi.mock(import("#client/services/busy.ts"), async (original) => ({
  ...(await original()),
  leaveFor: vi.fn<typeof leaveFor>(),
}))

const LOGIN = "/iam/api/v1/auth/login"
const REGISTER = "/iam/api/v1/auth"
const ADA = { email: "ada@harbour.example", password: "granite-anchor-42" }
const FORM = {
  firstName: "Ada",
  lastName: "O",
  companyName: "Harbour",
  operatingCountry: "NL",
  ...ADA,
}
const answer = { data: { twoFactorAuth: false, emailId: ADA.email } }
const owed = { data: { twoFactorAuth: true, emailId: ADA.email, fbtkn: "5ec2e7" } }

const secondFactor = vi.fn<Destinations["secondFactor"]>(({ fbtkn }) => `/login?fbtkn=${fbtkn}`)
let provider = fakeIdentity([])

beforeEach(() => {
  history.replaceState(null, "", "/login?redirect_uri=%2Fsettings%2Fusers")
  setDestinations({
    login: () => "/login",
    secondFactor,
    isOpen: () => true,
    isLogin: () => true,
    isGuest: () => true,
    afterSignIn: (search) => new URLSearchParams(search).get("redirect_uri") ?? "/dashboard",
  })
  open(fakeIdentity([{ ...ADA }]))
})
afterEach(() => {
  setToken(null)
  vi.mocked(leaveFor).mockClear()
  vi.unstubAllGlobals()
})

test("with an authenticator app the password is half of it, and the code may be given again", async () => {
  open(fakeIdentity([{ ...ADA, appCode: "123456" }]))
  const asked = fakeServer({ [LOGIN]: { body: answer } })
  const step = await signIn(ADA.email, ADA.password)
  expect(asked).toEqual([])
  if (step.status !== "owes-code") throw new Error(step.status)
  expect(await step.giveCode("000000")).toMatchObject({ status: "failed", field: "code" })
  expect(leaveFor).not.toHaveBeenCalled()
  expect(await step.giveCode("123 456")).toEqual({ status: "done" })
  expect(asked).toHaveLength(1)
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/settings/users")
})

test("a sign-in exchanges the provider's ID token and leaves for the page asked for", async () => {
  const asked = fakeServer({ [LOGIN]: { body: answer } })
  expect(await signIn(ADA.email, ADA.password)).toEqual({ status: "done" })
  expect(asked).toEqual([
    { method: "GET", path: LOGIN, authorization: `id-token-of-${ADA.email}`, body: null },
  ])
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/settings/users")
})

test("a wrong password is told in words, and nothing is asked of the server", async () => {
  const asked = fakeServer({})
  expect(await signIn(ADA.email, "nope")).toEqual({
    status: "failed",
    text: "Incorrect e-mail or password.",
    field: null,
    errors: [],
  })
  expect(asked).toEqual([])
  expect(leaveFor).not.toHaveBeenCalled()
})

test("a suspended account gets the toast and is signed out at the provider", async () => {
  const error = vi.spyOn(toast, "error")
  fakeServer({ [LOGIN]: { status: 403, body: { detail: SUSPENDED } } })
  expect(await signIn(ADA.email, ADA.password)).toEqual({ status: "refused" })
  expect(error).toHaveBeenCalledExactlyOnceWith(SUSPENDED_TEXT)
  expect(provider.current()).toBeNull()
})

test("any other failure of the exchange signs out too and says what the server said", async () => {
  fakeServer({ [LOGIN]: { status: 503, body: { detail: "Back in a minute." } } })
  expect(await signIn(ADA.email, ADA.password)).toMatchObject({
    status: "failed",
    text: "Back in a minute.",
  })
  expect(provider.current()).toBeNull()
})

test("a user without a company stays signed in at the provider, to finish the registration", async () => {
  fakeServer({ [LOGIN]: { status: 404, body: { type: "/problems/no-account" } } })
  expect(await signIn(ADA.email, ADA.password)).toEqual({ status: "no-account", email: ADA.email })
  expect(provider.current()?.email).toBe(ADA.email)
})

test("a second factor replaces the page with the login page's second step", async () => {
  fakeServer({ [LOGIN]: { body: owed } })
  await signIn(ADA.email, ADA.password)
  const waiting = { fbtkn: "5ec2e7", emailId: ADA.email }
  expect(secondFactor).toHaveBeenCalledExactlyOnceWith(waiting, "/settings/users")
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith("/login?fbtkn=5ec2e7", "replace")
})

test("an SDK that cannot be loaded is told, and may be tried again", async () => {
  setIdentityDoor(async () => {
    throw new TypeError("chunk")
  })
  expect(await signIn(ADA.email, ADA.password)).toMatchObject({ status: "failed" })
  fakeServer({ [LOGIN]: { body: answer } })
  open(provider)
  expect(await signIn(ADA.email, ADA.password)).toEqual({ status: "done" })
})

test("a registration makes the provider's user, then the company", async () => {
  open(fakeIdentity([]))
  const asked = fakeServer({ [REGISTER]: { status: 201, body: answer } })
  expect(await register(FORM)).toEqual({ status: "done" })
  expect(asked).toEqual([
    {
      method: "POST",
      path: REGISTER,
      authorization: `id-token-of-${ADA.email}`,
      body: {
        firstName: "Ada",
        lastName: "O",
        companyName: "Harbour",
        operatingCountry: "NL",
        language: "en",
      },
    },
  ])
})

test("a registration that broke off half-way is finished by the next attempt", async () => {
  fakeServer({ [REGISTER]: { status: 201, body: answer } })
  expect(await register(FORM)).toEqual({ status: "done" })
})

test("an address in use stays closed to a wrong password", async () => {
  const asked = fakeServer({})
  expect(await register({ ...FORM, password: "something-else" })).toEqual({
    status: "failed",
    text: "There is already an account with this e-mail. Sign in instead.",
    field: "email",
    errors: [],
  })
  expect(asked).toEqual([])
})

test("fields that the server refuses come back by name", async () => {
  const errors = [{ pointer: "/companyName", detail: "Enter the name of your company." }]
  fakeServer({ [REGISTER]: { status: 422, body: { title: "Not valid", errors } } })
  expect(await register(FORM)).toMatchObject({ status: "failed", errors })
})

function open(identity: typeof provider): void {
  provider = identity
  setIdentityDoor(async () => identity)
}
