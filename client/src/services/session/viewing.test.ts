import { afterEach, expect, test } from "vitest"

import { SOMEONE } from "#client/services/fake-visit.ts"
import { noteRecent, recentOf } from "#client/services/recent.ts"

import { noteRefusal, openUnder, pageView, refusalOf, viewingOver } from "./viewing.ts"

const VISIT = {
  ...SOMEONE,
  viewing: {
    _id: "0199",
    kind: "support",
    name: "Lines",
    until: "2026-11-20T15:00:00Z",
    homeId: "c1",
  },
} as const

afterEach(() => {
  openUnder(null)
  viewingOver.set(false)
  localStorage.clear()
})

test("a page says under which view it was opened", () => {
  expect(pageView()).toBeNull()
  openUnder(SOMEONE)
  expect(pageView()).toBe("none")
  openUnder(VISIT)
  expect(pageView()).toBe("0199")
})

test("a page of a view sends no write but what changes nothing or keeps the session", () => {
  openUnder(VISIT)
  expect(refusalOf("PATCH", "/contact/api/v1/contacts/1")).toMatchObject({
    type: "/problems/viewing",
    detail: "You are visiting as support. Nothing can be changed.",
  })
  expect(refusalOf("GET", "/contact/api/v1/contacts")).toBeNull()
  expect(refusalOf("POST", "/report/api/v1/reportSketch/1/run")).toBeNull()
  expect(refusalOf("POST", "/iam/api/v1/auth/logout")).toBeNull()
  openUnder(SOMEONE)
  expect(refusalOf("PATCH", "/contact/api/v1/contacts/1")).toBeNull()
})

test("the answer that the view has changed is noted", () => {
  noteRefusal({ type: "/problems/viewing", title: "Read-only view", status: 403 })
  expect(viewingOver.get()).toBe(false)
  noteRefusal({ type: "/problems/viewing-over", title: "View has changed", status: 403 })
  expect(viewingOver.get()).toBe(true)
})

test("what a visited company shows does not stay in the browser", () => {
  const own = { path: "/contacts/1", label: "Own" }
  noteRecent("u1", own)
  openUnder(VISIT)
  noteRecent("u1", { path: "/contacts/2", label: "Theirs" })
  expect(recentOf("u1")).toEqual([])
  openUnder(SOMEONE)
  expect(recentOf("u1")).toEqual([own])
})
