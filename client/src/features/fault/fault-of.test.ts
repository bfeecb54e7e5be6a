import { expect, test } from "vitest"

import { faultOf } from "./fault-of.ts"

const response = (status: number) => ({ status, statusText: "", internal: true, data: "secret" })

test("each kind of fault has its face, and none shows the text of an error", () => {
  expect(faultOf(response(404))).toMatchObject({ title: "This page does not exist", again: false })
  expect(faultOf(response(403))).toMatchObject({
    title: "You don't have permission to open this page",
    again: false,
  })
  expect(faultOf(response(500)).title).toBe("Couldn't show this page")
  const broken = faultOf(new Error("secret"))
  expect(JSON.stringify(broken)).not.toContain("secret")
  expect(broken.again).toBe(true)
})

test.each([
  "Failed to fetch dynamically imported module: https://x/assets/a.js",
  "error loading dynamically imported module: https://x/assets/a.js",
  "Importing a module script failed.",
])("%s is told as a page that did not load", (message) => {
  expect(faultOf(new TypeError(message)).title).toBe("Couldn't load this page")
})
