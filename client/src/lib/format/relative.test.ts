import { expect, test } from "vitest"

import { type Phrase, translateCount } from "#client/lib/words.ts"

import { relativePhrase } from "./relative.ts"

const NOW = "2026-11-20T12:00:00Z"

test.each([
  ["2026-11-20T12:00:00Z", "just now"],
  ["2026-11-20T11:59:01Z", "just now"],
  ["2026-11-20T11:59:00Z", "1 minute ago"],
  ["2026-11-20T11:00:01Z", "59 minutes ago"],
  ["2026-11-20T09:00:00Z", "3 hours ago"],
  ["2026-11-19T12:00:00Z", "1 day ago"],
  ["2026-09-01T12:00:00Z", "2 months ago"],
  ["2024-11-01T12:00:00Z", "2 years ago"],
  ["2026-11-23T12:00:00Z", "in 3 days"],
  ["never", ""],
])("%s reads %s", (instant, text) => {
  expect(said(relativePhrase(instant, NOW))).toBe(text)
})

function said(phrase: Phrase): string {
  if (typeof phrase === "string") return phrase
  return "text" in phrase ? phrase.text : translateCount({ locale: "en", entries: {} }, phrase)
}
