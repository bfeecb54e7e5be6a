import { readFileSync } from "node:fs"

import { expect, test } from "vitest"

import { ACTIONS } from "./src/lib/rights.ts"

test("every right that an operation of the contract wants is in the table of rights", () => {
  const contract = readFileSync(`${import.meta.dirname}/../server/openapi.json`, "utf8")
  const wanted = [...contract.matchAll(/"x-permission": "([\w.]+):(\w+)"/gu)]
  const known: Readonly<Record<string, readonly string[]>> = ACTIONS
  const unknown = wanted
    .map(([, resource = "", action = ""]) => [resource, action] as const)
    .filter(([resource, action]) => known[resource]?.includes(action) !== true)
  expect(wanted.length).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})
