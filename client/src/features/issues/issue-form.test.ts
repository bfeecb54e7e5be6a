import { expect, test } from "vitest"

import { paths } from "#client/paths.ts"

import { newIssue } from "./issue-form.ts"

test("a trouble that is reported comes along in the address", () => {
  const url = paths.newIssue({
    type: "access",
    title: "Access: audit:view",
    errorId: "01a2055f",
    route: "/audit?filter=result%3Aeq%3Adenied",
  })
  expect(newIssue(url)).toMatchObject({
    type: "access",
    title: "Access: audit:view",
    errorId: "01a2055f",
    route: "/audit?filter=result%3Aeq%3Adenied",
  })
})

test("whatever else an address says is not taken", () => {
  const values = newIssue(`/issues/create?type=evil&status=closed&title=${"x".repeat(500)}`)
  expect(values).toMatchObject({ type: "bug" })
  expect(values["status"]).toBeUndefined()
  expect(values["title"]).toHaveLength(160)
})
