import { expect, test } from "vitest"

import { dateStyle } from "#client/lib/format/date.ts"
import type { Entries, Words } from "#client/lib/words.ts"
import { translate, translateCount } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"
import ar from "#client/words/ar.json"
import es from "#client/words/es.json"

import type { DeliverySummary, ReportSchedule } from "./report-data.ts"
import {
  checkSchedule,
  deliveryText,
  deliveryTone,
  faultsIn,
  isFaulty,
  newSchedule,
  recipientsText,
  scheduleText,
} from "./schedule.ts"

const WEEKLY = newSchedule("u1")
const MONTHLY: ReportSchedule = { ...WEEKLY, every: "month" }

function unused(): never {
  throw new Error("no text of a schedule has elements in it")
}

function sayer(locale: string, entries: Entries): Say {
  const words: Words = { locale, entries }
  return Object.assign((key: string, values = {}) => translate(words, key, values), {
    count: (count: number, one: string, many: string) =>
      translateCount(words, { count, one, many }),
    countNodes: unused,
    nodes: unused,
    phrase: unused,
  })
}

const ENGLISH = sayer("en", {})

function text(changes: Partial<ReportSchedule>, language = "en", timeFormat = "24"): string {
  const t = language === "en" ? ENGLISH : sayer(language, language === "es" ? es : ar)
  const style = dateStyle("Asia/Tokyo", { language, timeFormat })
  return scheduleText({ ...WEEKLY, ...changes }, { t, style, zone: "America/New_York" })
}

test.each<[Partial<ReportSchedule>, string]>([
  [{}, "Every week on Monday at 08:00 (America/New York)"],
  [{ weekdays: ["thu", "mon"] }, "Every week on Monday and Thursday at 08:00 (America/New York)"],
  [
    { weekdays: ["fri", "mon", "wed"], time: "17:30" },
    "Every week on Monday, Wednesday and Friday at 17:30 (America/New York)",
  ],
  [
    { weekdays: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] },
    "Every day at 08:00 (America/New York)",
  ],
  [{ every: "month" }, "Every month on day 1 at 08:00 (America/New York)"],
  [
    { every: "month", monthDay: 31, weekdays: [] },
    "Every month on day 31, or on the last day of a shorter month, at 08:00 (America/New York)",
  ],
])("a schedule of %j is a sentence", (changes, sentence) => {
  expect(text(changes)).toBe(sentence)
})

test("the sentence follows the reader's language and clock, not the reader's zone", () => {
  const weekdays = ["mon", "wed", "sat"]
  expect(text({ time: "17:30" }, "en", "12")).toBe(
    "Every week on Monday at 5:30 pm (America/New York)",
  )
  expect(text({ weekdays }, "es")).toBe(
    "Todos los lunes, miércoles y sábados a las 08:00 (America/New York)",
  )
  expect(text({ weekdays }, "ar")).toContain("الاثنين، الأربعاء والسبت")
})

test("a schedule needs a day, a time and a recipient", () => {
  expect(isFaulty(checkSchedule(WEEKLY))).toBe(false)
  const blank = { ...WEEKLY, weekdays: [], time: "", users: [] }
  expect(Object.keys(checkSchedule(blank).fields)).toEqual(["weekdays", "time", "users"])
  // The days of the week are not those of a month; a group is a recipient, too.
  const monthly = { ...MONTHLY, weekdays: [], users: [], groups: ["g1"] }
  expect(isFaulty(checkSchedule(monthly))).toBe(false)
  expect(checkSchedule({ ...WEEKLY, time: "24:00" }).fields.time).toBeDefined()
})

test("what the service refuses is put at its field, and what has none is kept", () => {
  const problem = { type: "about:blank", title: "Not valid", status: 422 }
  const errors = [
    { pointer: "/schedule/users/2", detail: "User not found." },
    { pointer: "/schedule/users/3", detail: "This user does not exist either." },
    { pointer: "/schedule", detail: "Share the report first. Only its owner can see it." },
    { pointer: "/name", detail: "The name is missing." },
  ]
  expect(faultsIn({ ...problem, errors })).toEqual({
    fields: { users: "User not found." },
    others: ["Share the report first. Only its owner can see it.", "The name is missing."],
  })
  expect(faultsIn({ ...problem, detail: "Somebody was faster." }).others).toEqual([
    "Somebody was faster.",
  ])
  expect(faultsIn(problem).others).toEqual(["Not valid"])
})

test("recipients are counted by kind", () => {
  expect(recipientsText(WEEKLY, ENGLISH)).toBe("1 user")
  expect(recipientsText({ ...WEEKLY, groups: ["g1", "g2"] }, ENGLISH)).toBe("1 user, 2 groups")
  expect(recipientsText({ ...WEEKLY, users: [], groups: ["g1"] }, ENGLISH)).toBe("1 group")
})

const DONE: DeliverySummary = {
  dueAt: "2026-11-20T07:00:00Z",
  at: "2026-11-20T07:00:04Z",
  sent: 3,
  empty: 0,
  refused: 0,
  failed: 0,
  isDone: true,
}

test.each<[Partial<DeliverySummary>, string, string | null]>([
  [{}, "3 sent", null],
  [{ refused: 1 }, "3 sent, 1 refused", "warning"],
  [{ empty: 2, refused: 1, failed: 1 }, "3 sent, 2 without rows, 1 refused, 1 failed", "danger"],
  [{ sent: 0, empty: 4 }, "4 without rows", null],
  [{ sent: 0 }, "No recipients", null],
  [{ sent: 0, isDone: false }, "In progress", null],
  [{ isDone: false }, "3 sent, more in progress", null],
])("a delivery of %j is described and marked", (changes, sentence, tone) => {
  expect(deliveryText({ ...DONE, ...changes }, ENGLISH)).toBe(sentence)
  expect(deliveryTone({ ...DONE, ...changes })).toBe(tone)
})
