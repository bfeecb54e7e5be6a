import { expect, test } from "vitest"

import { formatSize } from "./size.ts"

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [9949, "9.9 kB"],
  [9950, "10 kB"],
  [1_234_567, "1.2 MB"],
  [52_428_800, "52 MB"],
  [999_600_000, "1.0 GB"],
  [12_345_678_901_234, "12,346 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatSize(bytes, "en").replaceAll("\u00A0", " ")).toBe(text)
})

test("the separators are the reader's", () => {
  expect(formatSize(1_234_567, "es").replaceAll("\u00A0", " ")).toBe("1,2 MB")
})
