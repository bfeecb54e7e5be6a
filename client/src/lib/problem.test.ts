import { expect, test } from "vitest"

import { isForbidden, problemFrom } from "./problem.ts"

test("a problem is read field by field", () => {
  const body = {
    type: "/problems/validation",
    title: "Not valid",
    detail: "Two fields are wrong.",
    instance: "urn:x",
    errors: [{ pointer: "/companyName", detail: "Enter a name." }, { pointer: 7 }, null],
    trace: "never kept",
  }
  expect(problemFrom(422, body)).toEqual({
    type: "/problems/validation",
    title: "Not valid",
    status: 422,
    detail: "Two fields are wrong.",
    instance: "urn:x",
    errors: [{ pointer: "/companyName", detail: "Enter a name." }],
  })
})

test.each([null, "<html>", [1], { title: 5 }])("%j leaves what the status says", (body) => {
  expect(problemFrom(502, body)).toEqual({
    type: "about:blank",
    title: "HTTP status 502",
    status: 502,
  })
})

test("a view that has changed is no lack of permission", () => {
  expect(isForbidden(problemFrom(403, { type: "/problems/forbidden" }))).toBe(true)
  expect(isForbidden(problemFrom(403, { type: "/problems/viewing-over" }))).toBe(false)
  expect(isForbidden(problemFrom(404, { type: "/problems/not-found" }))).toBe(false)
})
