import { beforeEach, expect, test } from "vitest"

import { fakeIdentity } from "./fake-identity.ts"
import { setIdentityDoor } from "./identity-door.ts"
import { askAddress, changePassword } from "./own-sign-in.ts"

const ADA = "ada@harbour.example"
const OTHER = "ben@harbour.example"
const ada = { email: ADA, password: "granite-anchor-42" }
let accounts: Parameters<typeof fakeIdentity>[0]

beforeEach(() => {
  accounts = [{ ...ada }, { email: OTHER, password: "tidal-lantern-17" }]
  setIdentityDoor(async () => fakeIdentity(accounts, ADA))
})

test("a new password takes the present one", async () => {
  const wrong = await changePassword({ ...ada, password: "guess", code: "" }, "basalt-harbour-17")
  expect(wrong).toMatchObject({
    status: "failed",
    text: "Incorrect e-mail or password.",
  })
  expect(accounts[0]?.password).toBe("granite-anchor-42")
  expect(await changePassword({ ...ada, code: "" }, "basalt-harbour-17")).toEqual({
    status: "done",
  })
  expect(accounts[0]?.password).toBe("basalt-harbour-17")
})

test("whoever has an authenticator app is asked for its code, typed as apps show it", async () => {
  accounts[0] = { ...ada, appCode: "123456" }
  const next = "basalt-harbour-17"
  expect(await changePassword({ ...ada, code: "" }, next)).toEqual({ status: "wants-code" })
  expect(await changePassword({ ...ada, code: "000000" }, next)).toMatchObject({ field: "code" })
  expect(await changePassword({ ...ada, code: "123 456" }, next)).toEqual({ status: "done" })
})

test("an address that somebody has is refused beside its field", async () => {
  expect(await askAddress({ ...ada, code: "" }, OTHER)).toMatchObject({ field: "email" })
  expect(await askAddress({ ...ada, code: "" }, "ada@new.example")).toEqual({ status: "done" })
  expect(accounts[0]?.asked).toBe("ada@new.example")
})
