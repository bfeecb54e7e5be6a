import { expect, test } from "vitest"

import type { Problem } from "#client/lib/problem.ts"

import { beginForm } from "./begin-form.ts"
import type { FieldSpec, Values } from "./fields.ts"

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "jobTitle", label: "Job title", max: 80 },
  { kind: "text", name: "department", label: "Department", max: 80 },
]
const NOW = { _id: "c1", jobTitle: "Clerk", department: "", version: 2 }

function begun(problem: Problem | null, base: Values, values: Values, isNew = false) {
  const record = { base, values, lookups: {} }
  const posted = { problem, email: "", code: "", pending: null, record }
  return beginForm({ initial: NOW, untouched: NOW, isNew, fields, posted })
}

const stale: Problem = {
  type: "/problems/stale",
  title: "Changed meanwhile",
  status: 412,
  current: { version: 2, updatedAt: "2026-11-20T12:00:00Z", updatedBy: "Ada" },
}

test("a form begins with the record", () => {
  const state = beginForm({ initial: NOW, untouched: NOW, isNew: false, fields, posted: null })
  expect(state).toMatchObject({ base: NOW, values: NOW, faults: {}, conflict: null })
})

test("a refused form begins with what was typed and its errors", () => {
  const problem = {
    type: "/problems/invalid",
    title: "Invalid fields",
    status: 422,
    errors: [{ pointer: "/jobTitle", detail: "This is too long." }],
  }
  const state = begun(problem, { version: 2 }, { jobTitle: "x" })
  expect(state).toMatchObject({
    base: NOW,
    values: { ...NOW, jobTitle: "x" },
    faults: { jobTitle: "This is too long." },
    attempt: 1,
  })
})

test("a field changed by both is a conflict", () => {
  const base = { jobTitle: "", department: "", version: 1 }
  const state = begun(stale, base, { jobTitle: "Manager", department: "Export" })
  expect(state.conflict).toMatchObject({ names: ["jobTitle"], by: { name: "Ada" }, theirs: NOW })
  expect(state.values).toMatchObject({ jobTitle: "Manager", department: "Export", version: 2 })
})

test("a field changed by both to the same value is not", () => {
  const base = { jobTitle: "", department: "", version: 1 }
  const state = begun(stale, base, { jobTitle: "Clerk", department: "" })
  expect(state).toMatchObject({ base: NOW, conflict: null, values: NOW })
})
