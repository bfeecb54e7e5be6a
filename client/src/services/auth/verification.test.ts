import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { toast } from "#client/services/toasts.ts"

import { FakeFailure, fakeIdentity } from "./fake-identity.ts"
import { setIdentityDoor } from "./identity-door.ts"
import { resendVerification } from "./verification.ts"

const ADA = "ada@harbour.example"

const logged = vi.fn<typeof console.error>()

beforeEach(() => {
  logged.mockClear()
  vi.spyOn(toast, "success")
  vi.spyOn(toast, "error")
  vi.spyOn(console, "error").mockImplementation(logged)
})
afterEach(() => vi.restoreAllMocks())

test("the specification's text tells that the mail was sent", async () => {
  setIdentityDoor(async () => fakeIdentity([], ADA))
  expect(await resendVerification(ADA)).toBe("sent")
  expect(toast.success).toHaveBeenCalledExactlyOnceWith(
    "Verification email sent successfully! please check your Inbox.",
  )
})

test.each([
  ["nobody", null],
  ["somebody else", "bram@harbour.example"],
])("nothing is sent to a visitor in whose place the provider knows %s", async (_, email) => {
  const identity = fakeIdentity([], email)
  const send = vi.spyOn(identity, "sendVerification")
  setIdentityDoor(async () => identity)
  expect(await resendVerification(ADA)).toBe("failed")
  expect(send).not.toHaveBeenCalled()
  expect(toast.success).not.toHaveBeenCalled()
  expect(toast.error).toHaveBeenCalledExactlyOnceWith("Sign in first.")
})

test("the provider's error is shown in its own words, and logged", async () => {
  const text = "Firebase: Too many attempts. Try again later. (auth/too-many-requests)."
  const identity = fakeIdentity([], ADA)
  vi.spyOn(identity, "sendVerification").mockRejectedValue(
    new FakeFailure("auth/too-many-requests", text),
  )
  setIdentityDoor(async () => identity)
  expect(await resendVerification(ADA)).toBe("failed")
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(text)
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.any(String), text)
})

test("an SDK that cannot be loaded has no words of the provider's", async () => {
  setIdentityDoor(async () => {
    throw new TypeError("Failed to fetch dynamically imported module")
  })
  expect(await resendVerification(ADA)).toBe("failed")
  expect(toast.error).toHaveBeenCalledExactlyOnceWith("Couldn't complete the sign-in. Try again.")
})
