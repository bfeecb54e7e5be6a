/** The schedule of a report: what is wrong with one, and what it and its deliveries are in words. */
import { type DateStyle, formatClock } from "#client/lib/format/date.ts"
import { WEEK, weekdayNames } from "#client/lib/format/weekday.ts"
import type { Problem } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import type { TagTone } from "#client/ui/tag.tsx"
import type { Say } from "#client/ui/text.tsx"

import type { DeliverySummary, ReportSchedule } from "./report-data.ts"

/** As many recipients as the service takes. */
export const MOST_USERS = 50
export const MOST_GROUPS = 20

export type ScheduleField = keyof ReportSchedule

/** In the order of the form. */
export const FIELDS = [
  "every",
  "weekdays",
  "monthDay",
  "time",
  "users",
  "groups",
  "format",
  "onlyIfRows",
  "isPaused",
] as const satisfies readonly ScheduleField[]

/** The name of a field on the page. */
export function fieldName(field: ScheduleField): string {
  return `schedule-${field}`
}

export interface ScheduleFaults {
  fields: Partial<Record<ScheduleField, string>>
  /** What concerns no single field. */
  others: readonly string[]
}

export const NO_FAULTS: ScheduleFaults = { fields: {}, others: [] }

/** What a new schedule begins with: a mail on Monday morning to the user who sets it. */
export function newSchedule(userId: string): ReportSchedule {
  return {
    every: "week",
    weekdays: ["mon"],
    monthDay: 1,
    time: "08:00",
    users: [userId],
    groups: [],
    format: "pdf",
    onlyIfRows: false,
    isPaused: false,
  }
}

/** What the service would refuse. */
export function checkSchedule(schedule: ReportSchedule): ScheduleFaults {
  const { every, weekdays, time, users, groups } = schedule
  const fields: ScheduleFaults["fields"] = {}
  if (every === "week" && weekdays.length === 0) fields.weekdays = msg("Choose at least one day.")
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(time)) {
    fields.time = msg("Enter a time, for example 08:00.")
  }
  if (users.length + groups.length === 0) fields.users = msg("Add at least one user or group.")
  return { fields, others: [] }
}

export function isFaulty({ fields, others }: ScheduleFaults): boolean {
  return Object.keys(fields).length + others.length > 0
}

/** Why the service refused a schedule, by field as far as it says so; pointers are `/schedule/users/2` and the like. */
export function faultsIn({ errors = [], detail, title }: Problem): ScheduleFaults {
  const fields: ScheduleFaults["fields"] = {}
  const others: string[] = []
  for (const { pointer, detail: fault } of errors) {
    const [, root, name = ""] = pointer.split("/")
    if (root === "schedule" && isField(name)) fields[name] ??= fault
    else others.push(fault)
  }
  return errors.length === 0 ? { fields, others: [detail ?? title] } : { fields, others }
}

function isField(name: string): name is ScheduleField {
  return FIELDS.some((field) => field === name)
}

/** How a schedule is written: for whom, and on whose clock. */
export interface ScheduleStyle {
  t: Say
  style: DateStyle
  /** The company's time zone. */
  zone: string
}

/** `Every week on Monday and Thursday at 08:00 (Europe/Amsterdam)`. */
export function scheduleText(schedule: ReportSchedule, { t, style, zone }: ScheduleStyle): string {
  const { every, weekdays, monthDay: day } = schedule
  const at = { time: timeText(schedule.time, style), zone: zone.replaceAll("_", " ") }
  if (every === "month") {
    return day > 28
      ? t("Every month on day {day}, or on the last day of a shorter month, at {time} ({zone})", {
          day,
          ...at,
        })
      : t("Every month on day {day} at {time} ({zone})", { day, ...at })
  }
  if (WEEK.every((each) => weekdays.includes(each))) return t("Every day at {time} ({zone})", at)
  const days = listed(weekdayNames(weekdays, style.language), t)
  return t("Every week on {days} at {time} ({zone})", { days, ...at })
}

function timeText(time: string, style: DateStyle): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  return formatClock(hour * 60 + minute, style)
}

/** `Monday, Wednesday and Friday` */
function listed(words: readonly string[], t: Say): string {
  const [last = "", ...before] = words.toReversed()
  if (before.length === 0) return last
  return t("{first} and {last}", { first: joined(before.toReversed(), t), last })
}

/** `2 users, 1 group` */
export function recipientsText({ users, groups }: ReportSchedule, t: Say): string {
  const parts = [
    users.length === 0 ? "" : t.count(users.length, "{count} user", "{count} users"),
    groups.length === 0 ? "" : t.count(groups.length, "{count} group", "{count} groups"),
  ]
  return joined(parts, t)
}

/** What became of the last delivery: `3 sent, 1 refused`. */
export function deliveryText(last: DeliverySummary, t: Say): string {
  const { sent, empty, refused, failed, isDone } = last
  const parts = [
    sent === 0 ? "" : t.count(sent, "{count} sent", "{count} sent"),
    empty === 0 ? "" : t.count(empty, "{count} without rows", "{count} without rows"),
    refused === 0 ? "" : t.count(refused, "{count} refused", "{count} refused"),
    failed === 0 ? "" : t.count(failed, "{count} failed", "{count} failed"),
  ]
  const text = joined(parts, t)
  if (text === "") return isDone ? t("No recipients") : t("In progress")
  return isDone ? text : joined([text, t("more in progress")], t)
}

/** What is marked: a failure, and what a recipient was refused. */
export function deliveryTone({ refused, failed }: DeliverySummary): TagTone | null {
  if (failed > 0) return "danger"
  return refused > 0 ? "warning" : null
}

/** Texts behind each other, as the language separates them; empty ones are left out. */
function joined(parts: readonly string[], t: Say): string {
  return parts
    .filter((part) => part !== "")
    .reduce((before, part) => (before === "" ? part : t("{before}, {part}", { before, part })), "")
}
