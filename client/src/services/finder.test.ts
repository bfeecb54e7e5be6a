import { afterEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { type Found, findRecords } from "./finder.ts"

const RIGHTS = ["currency:view", "country:view", "user:view"]

afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

async function find(text: string, rights: readonly string[] = RIGHTS) {
  setToken(tokenFor("u1"))
  const answers: (readonly Found[])[] = []
  await findRecords(text, rights, {
    signal: new AbortController().signal,
    onFound: (found) => answers.push(found),
  })
  return answers.at(-1)?.map(({ kind, code, isExact }) => ({ kind, code, isExact })) ?? []
}

test("a code that is exactly what was typed comes before everything that is like it", async () => {
  fakeServer({
    "/master/api/v1/currency-list?pageSize=5&search=us": {
      body: { data: [{ _id: "1", name: "US Dollar", code: "USD" }], matches: ["prefix"] },
    },
    "/master/api/v1/country?pageSize=5&search=us": {
      body: { data: [{ _id: "2", name: "United States", alpha2: "US" }], matches: ["code"] },
    },
    "/iam/api/v1/users?pageSize=5&search=us": { body: { data: [] } },
  })
  expect(await find("us")).toEqual([
    { kind: "country", code: "US", isExact: true },
    { kind: "currency", code: "USD", isExact: false },
  ])
})

test("a list that fails is left out, and one that may not be viewed is not asked", async () => {
  const asked = fakeServer({
    "/iam/api/v1/users?pageSize=5&search=ada%40harbour.example": {
      body: {
        data: [{ _id: "u1", name: "Ada", emailId: "ada@harbour.example" }],
        matches: ["code"],
      },
    },
    "/master/api/v1/country?pageSize=5&search=ada%40harbour.example": { status: 503 },
  })
  expect(await find("ada@harbour.example", ["country:view", "user:view"])).toEqual([
    { kind: "user", code: "ada@harbour.example", isExact: true },
  ])
  expect(asked.map(({ path }) => path.split("?")[0])).not.toContain("/master/api/v1/currency-list")
})
