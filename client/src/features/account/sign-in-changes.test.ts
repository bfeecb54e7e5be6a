import { expect, test } from "vitest"

import { checkPasskeyAddition, checkPasskeyRemoval, refusalOfChange } from "./sign-in-changes.ts"

const complete = { passkeyName: "Telephone", passkeyPassword: "granite!", passkeyCode: "" }

test("a passkey takes a name and the password, and a code only where one is owed", () => {
  expect(checkPasskeyAddition(complete, false)).toEqual({})
  expect(checkPasskeyAddition({ ...complete, passkeyName: " " }, false)).toEqual({
    passkeyName: "Enter a name for the passkey.",
  })
  expect(checkPasskeyAddition(complete, true)).toEqual({
    passkeyCode: "Enter the six-digit code from your app.",
  })
  expect(checkPasskeyRemoval({ passkeyPassword: "", passkeyCode: "" }, false)).toEqual({
    passkeyPassword: "Enter your password.",
  })
})

test.each(["123 456", "7kd2m4-7kd2m4-7kd2m4-7kd2m4"])("%s is a code that is owed", (code) => {
  expect(checkPasskeyRemoval({ passkeyPassword: "granite!", passkeyCode: code }, true)).toEqual({})
})

test("what the provider refuses is told at its field, or of the whole", () => {
  const names = { code: "passkeyCode" } as const
  const failed = { status: "failed", text: "The code is wrong.", errors: [] } as const
  expect(refusalOfChange({ ...failed, field: "code" }, names)).toEqual({
    fields: { passkeyCode: "The code is wrong." },
  })
  expect(refusalOfChange({ ...failed, field: null }, names)).toEqual({
    message: "The code is wrong.",
  })
  expect(refusalOfChange({ status: "wants-code" }, names)).toBeNull()
})
