// @vitest-environment node
/** The browser's URI templates over the table that the server's run too. */
import { readFile } from "node:fs/promises"

import { expect, test } from "vitest"

import { type Variables, expandTemplate } from "#client/lib/uri-template.ts"

interface Corpus {
  rows: (Variables & { template: string; expected: string | null })[]
}

const corpus: Corpus = JSON.parse(
  await readFile(new URL("../server/tests/data/templates.json", import.meta.url), "utf8"),
)

test.each(corpus.rows)("$template with $params $search", ({ template, expected, ...variables }) => {
  expect(expandTemplate(template, variables)).toBe(expected)
})

test("a value that is not well-formed is none", () => {
  const variables = { params: { id: "\uD800" }, search: "", session: null }
  expect(expandTemplate("/a/{id}", variables)).toBeNull()
  expect(expandTemplate("/a{?id}", variables)).toBe("/a")
})
