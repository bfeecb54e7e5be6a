import { expect, test } from "vitest"

import { paths } from "#client/paths.ts"

import { OPEN, auditQuery, auditStateOf, conditionsOf, daysOf, shifted } from "./audit-state.ts"

test("the address is read and written the same", () => {
  const state = {
    search: "ada & co",
    filter: ["entity.type:eq:user", "at:ge:2026-11-01"],
    after: "abc",
  }
  expect(auditStateOf(paths.audit(auditQuery(state)))).toEqual(state)
})

test("a form that was sent without script says what is open, and that is left out again", () => {
  const sent = Object.values(OPEN).map((each) => `filter=${encodeURIComponent(each)}`)
  const state = auditStateOf(`/audit?search=&${sent.join("&")}&filter=result%3Aeq%3Adenied`)
  expect(state).toEqual({ search: "", filter: ["result:eq:denied"], after: "" })
  expect(paths.audit(auditQuery(state))).toBe("/audit?filter=result%3Aeq%3Adenied")
})

test("both days are part of what is between them", () => {
  const days = { from: "2026-02-27", until: "2026-02-28" }
  const filter = conditionsOf(days)
  expect(filter).toEqual(["at:ge:2026-02-27", "at:lt:2026-03-01"])
  expect(daysOf({ search: "", filter, after: "" })).toEqual(days)
  expect(conditionsOf({ from: "", until: "" })).toEqual([])
})

test("what is no day is left as it is", () => {
  expect(shifted("yesterday", 1)).toBe("yesterday")
  expect(daysOf({ search: "", filter: ["at:ge:now"], after: "" })).toEqual({ from: "", until: "" })
})
