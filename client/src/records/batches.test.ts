import { expect, test } from "vitest"

import type { HistoryEntry } from "#client/services/records.ts"

import { waysBack } from "./batches.ts"

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

/** Kind of each way back, by the entry that tells of it. */
function kinds(history: readonly HistoryEntry[]) {
  return [...waysBack(history, NOW, "ada")].map(([id, { kind }]) => `${id} ${kind}`)
}

test("a batch has one way back, at the merge or at what it did last", () => {
  const history = [
    entry("moved", { batchId: "merge", action: "contact.delete" }),
    entry("joined", { batchId: "merge", action: "contact.merge" }),
    entry("typed", {}),
    entry("imported", { batchId: "import", origin: "import" }),
    entry("tagged", { batchId: "bulk" }),
  ]
  expect(kinds(history)).toEqual(["joined merge", "imported import", "tagged bulk"])
})

test("what was undone has none, and of what is too old merges say so", () => {
  const history = [
    entry("back", { batchId: "bulk", origin: "undo" }),
    entry("bulk", { batchId: "bulk" }),
    entry("old", { batchId: "older", at: "2026-10-24T11:00:00Z" }),
    entry("joined", { batchId: "oldest", at: "2026-10-24T11:00:00Z", action: "contact.merge" }),
  ]
  const ways = waysBack(history, NOW, "ada")
  expect([...ways.keys()]).toEqual(["joined"])
  expect(ways.get("joined")?.whyNot).toBe(
    "A merge can be undone for 30 days. This one is older and stays.",
  )
})

test("only who did it can undo it, and what was changed since is known", () => {
  const change = { path: "/notes", old: "", new: "x", masked: false }
  const history = [
    entry("signed", {}),
    entry("joined", { batchId: "merge", action: "contact.merge" }),
    entry("typed", { changes: [change] }),
    entry("tagged", { batchId: "bulk" }),
  ]
  const own = waysBack(history, NOW, "ada")
  expect([own.get("joined")?.whyNot, own.get("joined")?.hasMovedOn]).toEqual([null, false])
  expect(own.get("tagged")?.hasMovedOn).toBe(true)
  expect(waysBack(history, NOW, "bob").get("joined")?.whyNot).toEqual({
    text: "Only {name}, who did this, can undo it.",
    values: { name: "Ada" },
  })
})
