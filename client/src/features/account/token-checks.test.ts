import { expect, test } from "vitest"

import type { Values } from "#client/ui/use-checked-form.ts"

import { PARTS, type TokenName, checkToken, tokenNames, tokenOf } from "./token-checks.ts"

/** A form with these values and nothing else. */
function typed(values: Partial<Values<TokenName>>): Values<TokenName> {
  const empty = Object.fromEntries(tokenNames.map((name) => [name, ""]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are exactly the names
  return { ...empty, ...values } as Values<TokenName>
}

test("a token needs a name that is no blank, and access to something", () => {
  expect(checkToken(typed({ name: "  " }))).toEqual({
    name: "Enter a name.",
    scopes: "Allow access to at least one part.",
  })
  expect(checkToken(typed({ name: "Nightly export", log: "log:read" }))).toEqual({})
})

test("what is chosen becomes scopes, days and a role", () => {
  const chosen = { name: " Nightly export ", contact: "contact:write", mail: "mail:read" }
  expect(tokenOf(typed({ ...chosen, expiresInDays: "30" }))).toEqual({
    name: "Nightly export",
    scopes: ["contact:write", "mail:read"],
    expiresInDays: 30,
    roleId: null,
  })
  const restricted = typed({ ...chosen, expiresInDays: "7", roleId: "r1" })
  expect(tokenOf(restricted).roleId).toBe("r1")
})

test("a choice that a part does not have opens nothing", () => {
  const names = PARTS.map(({ name }) => [name, "all"])
  const values = typed({ name: "x", ...Object.fromEntries(names) })
  expect(tokenOf(values).scopes).toEqual([])
})
