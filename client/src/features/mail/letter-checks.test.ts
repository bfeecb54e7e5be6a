/** What a letter to several is, before the mail service sees it. */
import { expect, test } from "vitest"

import type { Letter } from "#client/services/mail/letters.ts"

import { check, refusal } from "./letter-checks.ts"
import { withoutFields } from "./names.ts"
import { EMPTY, goesToEach, sendable } from "./use-letter.ts"

const JOAN = { name: "Joan Wolf", address: "joan@shipper.example" }
const LI = { name: "", address: "li@carrier.example" }

function letter(patch: Partial<Letter>): Letter {
  return { ...EMPTY, to: [JOAN, LI], html: "<p>Dear {{contact.firstName}},</p>", ...patch }
}

test("a letter to several goes to each unless it is said otherwise", () => {
  expect(goesToEach(letter({}))).toBe(true)
  expect(goesToEach(letter({ to: [JOAN] }))).toBe(false)
  expect(goesToEach(letter({ mode: "together" }))).toBe(false)
})

test("copies go with one message to all", () => {
  const copies = { cc: [{ name: "", address: "copy@x.example" }] }
  expect(Object.keys(check(letter(copies)))).toEqual(["cc"])
  expect(check(letter({ ...copies, mode: "together" }))).toEqual({})
  expect(check(letter({ ...copies, to: [JOAN] }))).toEqual({})
})

test("the person of a single message does not stand for several", () => {
  const context = { type: "contact", id: "1" } as const
  expect(sendable(letter({ context })).context).toBeNull()
  expect(sendable(letter({ context, to: [JOAN] })).context).toEqual(context)
  const issue = { type: "issue", id: "1" } as const
  expect(sendable(letter({ context: issue })).context).toEqual(issue)
})

test("what the service says of single recipients stands at To", () => {
  const { faults, message } = refusal({
    type: "about:blank",
    title: "Invalid",
    status: 422,
    errors: [
      { pointer: "/to/0", detail: "Joan lacks a name." },
      { pointer: "/to/1", detail: "Li lacks one, too." },
    ],
  })
  expect(faults).toEqual({ to: "Joan lacks a name. Li lacks one, too." })
  expect(message).toBeNull()
})

test("a subject is shown without its merge fields", () => {
  expect(withoutFields("For {{contact.firstName|you}}: {{today}}")).toBe("For …: …")
})
