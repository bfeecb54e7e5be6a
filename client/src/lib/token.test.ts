import { expect, test } from "vitest"

import { expiryOf, subjectOf } from "./token.ts"

function token(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const payload = btoa(String.fromCodePoint(...bytes))
  return `h.${payload.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.s`
}

test("subject and expiry are read from the payload, whatever letters it holds", () => {
  const one = token({ sub: "user-ä-字-?>~", exp: 1_795_175_907 })
  expect(subjectOf(one)).toBe("user-ä-字-?>~")
  expect(expiryOf(one)).toBe(1_795_175_907_000)
})

test.each([
  ["nothing", null],
  ["an empty text", ""],
  ["one part", "abc"],
  ["a payload that is not base64", "a.%%%.c"],
  ["a payload that is not JSON", `a.${btoa("nope")}.c`],
  ["claims of another type", token({ sub: 7, exp: "soon" })],
])("%s has neither", (_, text) => {
  expect([subjectOf(text), expiryOf(text)]).toEqual([null, null])
})
