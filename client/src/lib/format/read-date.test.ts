import { expect, test } from "vitest"

import { readDay } from "./read-date.ts"

test.each([
  ["03 Nov 2026", "dmy", "2026-11-03"],
  ["Nov 03, 2026", "mdy", "2026-11-03"],
  ["november 3 2026", "dmy", "2026-11-03"],
  ["2026-11-03", "mdy", "2026-11-03"],
  ["3/11/2026", "dmy", "2026-11-03"],
  ["11/3/26", "mdy", "2026-11-03"],
  ["3.11.26", "auto", "2026-11-03"],
  ["31 Nov 2026", "dmy", null],
  ["29 Feb 2028", "dmy", "2028-02-29"],
  ["29 Feb 2026", "dmy", null],
  ["3 Nov", "dmy", null],
  ["tomorrow", "dmy", null],
  ["", "dmy", null],
  ["1 1 1 1", "dmy", null],
] as const)("%s in %s is %s", (text, dateFormat, day) => {
  expect(readDay(text, { dateFormat })).toBe(day)
})

test("months are read in the reader's language", () => {
  expect(readDay("3 ene 2026", { language: "es" })).toBe("2026-01-03")
  expect(readDay("3 diciembre 2026", { language: "es" })).toBe("2026-12-03")
  expect(readDay("٠٣ نوفمبر ٢٠٢٦", { language: "ar" })).toBe("2026-11-03")
  expect(readDay("03 يوليو 2026", { language: "ar" })).toBe("2026-07-03")
  expect(readDay("03 يونيو 2026", { language: "ar" })).toBe("2026-06-03")
})
