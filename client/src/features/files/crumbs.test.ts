import { expect, test } from "vitest"

import { foldersAbove } from "./crumbs.ts"

const folder = (id: string, folderId: string | null) => ({ _id: id, name: id, folderId })

test("the way begins at the top and leaves the folder itself out", () => {
  const known = [folder("a", null), folder("b", "a"), folder("c", "b")]
  expect(foldersAbove(folder("d", "c"), known).map(({ name }) => name)).toEqual(["a", "b", "c"])
  expect(foldersAbove(folder("a", null), known)).toEqual([])
})

test("it ends at a folder that is not known and does not run in a circle", () => {
  expect(foldersAbove(folder("d", "c"), [folder("c", "gone")]).map(({ name }) => name)).toEqual([
    "c",
  ])
  const circle = [folder("a", "b"), folder("b", "a")]
  expect(foldersAbove(folder("d", "a"), circle).map(({ name }) => name)).toEqual(["b", "a"])
})
