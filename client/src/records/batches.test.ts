import { expect, test } from "vitest"

import type { HistoryEntry } from "#client/services/records.ts"

import { withWayBack } from "./batches.ts"

const NOW = "2026-11-23T12:00:00Z"

function entry(_id: string, more: Partial<HistoryEntry>): HistoryEntry {
  return {
    _id,
    seq: 1,
    companyId: "company",
    at: "2026-11-23T11:00:00Z",
    actor: { type: "user", id: "ada", name: "Ada", emailId: "ada@harbour.example" },
    action: "contact.edit",
    entity: { type: "contact", id: "one", label: "One" },
    changes: [],
    result: "ok",
    reason: null,
    batchId: null,
    requestId: null,
    origin: "ui",
    ip: null,
    browser: null,
    sessionRef: null,
    ...more,
  }
}

test("a batch has one way back, at what it did last", () => {
  const history = [
    entry("moved", { batchId: "merge" }),
    entry("joined", { batchId: "merge" }),
    entry("typed", {}),
    entry("imported", { batchId: "import", origin: "import" }),
  ]
  expect([...withWayBack(history, NOW)]).toEqual(["moved", "imported"])
})

test("what was taken back, or is older than what the bin keeps, has none", () => {
  const history = [
    entry("back", { batchId: "bulk", origin: "undo" }),
    entry("bulk", { batchId: "bulk" }),
    entry("old", { batchId: "older", at: "2026-10-24T11:00:00Z" }),
  ]
  expect([...withWayBack(history, NOW)]).toEqual([])
})
