import { expect, test } from "vitest"

import { type Phrase, translateCount } from "#client/lib/words.ts"

import { limitPhrase, nextPhraseAt, relativePhrase } from "./relative.ts"

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

test.each([
  ["2026-11-20T12:00:01Z", "in less than a minute"],
  ["2026-11-20T12:00:59Z", "in less than a minute"],
  ["2026-11-20T12:01:00Z", "in 1 minute"],
  ["2026-11-20T14:59:59Z", "in 2 hours"],
  ["2026-11-20T12:00:00Z", "just now"],
  ["2026-11-20T11:58:00Z", "2 minutes ago"],
])("the limit %s reads %s", (instant, text) => {
  expect(said(limitPhrase(instant, NOW))).toBe(text)
})

test("a countdown is looked at again when its text changes, and not before", () => {
  const end = Date.parse("2028-02-01T00:00:00Z")
  let now = Date.parse("2026-11-20T12:00:00Z")
  let text = said(limitPhrase(end, now))
  const seen = [text]
  while (now < end + 3 * 3_600_000) {
    const next = nextPhraseAt(end, now)
    expect(next).toBeGreaterThan(now)
    expect(said(limitPhrase(end, next - 1))).toBe(text)
    text = said(limitPhrase(end, next))
    now = next
    if (seen.at(-1) !== text) seen.push(text)
  }
  expect(seen.slice(0, 3)).toEqual(["in 1 year", "in 12 months", "in 11 months"])
  expect(seen).toContain("in 23 hours")
  expect(seen.slice(-4)).toEqual(["59 minutes ago", "1 hour ago", "2 hours ago", "3 hours ago"])
  expect(seen).toContain("in less than a minute")
  expect(new Set(seen).size).toBe(seen.length)
})

function said(phrase: Phrase): string {
  if (typeof phrase === "string") return phrase
  return "text" in phrase ? phrase.text : translateCount({ locale: "en", entries: {} }, phrase)
}
