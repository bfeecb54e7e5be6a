import { beforeEach, expect, test, vi } from "vitest"

import { toast } from "#client/services/toasts.ts"

import { FakeFailure, fakeIdentity } from "./fake-identity.ts"
import { setIdentityDoor } from "./identity-door.ts"
import { resendVerification } from "./verification.ts"

const logged = vi.fn<typeof console.error>()

beforeEach(() => {
  vi.spyOn(toast, "success")
  vi.spyOn(toast, "error")
  vi.spyOn(console, "error").mockImplementation(logged)
})

test("the specification's text tells that the mail was sent", async () => {
  setIdentityDoor(async () => fakeIdentity([], "ada@harbour.example"))
  expect(await resendVerification()).toBe("sent")
  expect(toast.success).toHaveBeenCalledExactlyOnceWith(
    "Verification email sent successfully! please check your Inbox.",
  )
})

test("a visitor whom the provider does not know is told to sign in", async () => {
  setIdentityDoor(async () => fakeIdentity([]))
  expect(await resendVerification()).toBe("failed")
  expect(toast.error).toHaveBeenCalledExactlyOnceWith("Sign in first.")
})

test("the provider's error is shown and logged, by its code", async () => {
  const identity = fakeIdentity([], "ada@harbour.example")
  setIdentityDoor(async () => ({
    ...identity,
    sendVerification: () => Promise.reject(new FakeFailure("auth/too-many-requests")),
  }))
  expect(await resendVerification()).toBe("failed")
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    "Too many attempts. Wait a few minutes, then try again.",
  )
  expect(logged).toHaveBeenCalledWith(expect.any(String), "auth/too-many-requests")
})
