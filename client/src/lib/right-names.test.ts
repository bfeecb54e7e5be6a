import { expect, test } from "vitest"

import { rightInWords } from "./right-names.ts"
import { translate } from "./words.ts"

const t: Parameters<typeof rightInWords>[1] = (text, values) =>
  translate({ locale: "en", entries: {} }, text, values)

test("a right is said in words", () => {
  expect(rightInWords("contact:edit", t)).toBe("Contacts: Edit")
  expect(rightInWords("port.airport:bulkEdit", t)).toBe("Airports: Bulk edit")
})

test("a right of another service stays as it is", () => {
  expect(rightInWords("fleet:drive", t)).toBe("fleet:drive")
  expect(rightInWords("constructor:edit", t)).toBe("constructor:edit")
})
