import { expect, test } from "vitest"

import { lossOf, revocationText } from "./session-loss.ts"

test.each([
  ["/problems/session-ended/elsewhere", "elsewhere"],
  ["/problems/session-ended/password", "password"],
  ["https://waybill.example/problems/session-ended/operator", "operator"],
  ["/problems/session-ended/account", "closed"],
  ["/problems/session-ended/address", "closed"],
  ["/problems/session-ended/signed-out", "closed"],
  ["/problems/session-ended/of-a-later-version", "closed"],
  ["/problems/session-ended/constructor", "closed"],
  ["/problems/not-signed-in", "over"],
  ["about:blank", "over"],
])("%s is the loss %s", (type, loss) => {
  expect(lossOf({ type })).toBe(loss)
})

test("a suspended account is told by its text, whatever the kind", () => {
  expect(lossOf({ type: "about:blank", detail: "Account was suspended" })).toBe("suspended")
})

test("only a revocation has a text", () => {
  expect(revocationText("elsewhere")).toBe("You were signed out from another device.")
  expect(revocationText("over")).toBeNull()
  expect(revocationText("closed")).toBeNull()
})
