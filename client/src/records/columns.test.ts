import { expect, test } from "vitest"

import { columnsShown, columnsText, withWidths } from "./columns.ts"
import type { Column } from "./noun.ts"

const cell = () => null
const COLUMNS: readonly Column<object>[] = [
  { id: "name", label: "Name", cell },
  { id: "kind", label: "Kind", cell },
  { id: "email", label: "E-mail address", cell },
  { id: "owner", label: "Owner", hidden: true, cell },
]
const shown = (text: string) => columnsText(columnsShown(COLUMNS, text))

test("a list shows its own choice, and the column that names the rows stays", () => {
  expect(shown("")).toBe("name!,kind,email")
})

test("an address says which, in which order, how wide, and what stays in sight", () => {
  expect(shown("owner,kind")).toBe("name!,owner,kind")
  expect(shown("kind,name~240,email~120!")).toBe("name~240!,email~120!,kind")
  expect(shown("owner,owner,nothing,owner~9x")).toBe("name!,owner")
})

test("a width is one that can be taken hold of", () => {
  expect(shown("kind~1")).toBe("name!,kind~64")
  expect(withWidths(columnsShown(COLUMNS, "kind~90,email"), { kind: null, email: 99.6 })).toBe(
    "name!,kind,email~100",
  )
})
