/** The fields of a user that the profile and the list of users have in common (specification 2). */
import { LANGUAGES, msg } from "#client/lib/words.ts"

import { timeZoneSource } from "./common-sources.ts"
import type { FieldSpec } from "./fields.ts"
import { DateFormatControl, HourCycleControl } from "./format-controls.tsx"

/** Who it is. */
export const NAME_FIELDS: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "firstName",
    label: msg("First name"),
    max: 60,
    required: true,
    autoComplete: "given-name",
  },
  {
    kind: "text",
    name: "lastName",
    label: msg("Last name"),
    max: 60,
    autoComplete: "family-name",
  },
]

/** Where it works, and by which number it is reached. */
export const WORK_FIELDS: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "phone",
    label: msg("Phone"),
    type: "tel",
    max: 40,
    autoComplete: "tel",
    hint: msg("Without a country code, your company's country is assumed."),
  },
  {
    kind: "text",
    name: "jobTitle",
    label: msg("Job title"),
    max: 80,
    autoComplete: "organization-title",
  },
  { kind: "text", name: "department", label: msg("Department"), max: 80 },
]

/** How Waybill writes for it. */
export const FORMAT_FIELDS: readonly FieldSpec[] = [
  {
    kind: "choice",
    name: "language",
    label: msg("Language"),
    required: true,
    options: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
  },
  {
    kind: "lookup",
    name: "timezone",
    label: msg("Time zone"),
    source: timeZoneSource,
    required: true,
  },
  {
    kind: "custom",
    name: "dateFormat",
    label: msg("Dates"),
    required: true,
    wide: false,
    Control: DateFormatControl,
  },
  {
    kind: "custom",
    name: "hourCycle",
    label: msg("Times"),
    required: true,
    wide: false,
    Control: HourCycleControl,
  },
]
