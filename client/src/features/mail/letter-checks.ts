import { isBlank } from "#client/lib/markup.ts"
/** What is wrong with a letter: by us before it is sent, by the mail service afterwards. Texts are of the catalogue. */
import type { Problem } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import type { Letter } from "#client/services/mail/letters.ts"

import { goesToEach, isRight } from "./use-letter.ts"

export type Part =
  | "to"
  | "cc"
  | "bcc"
  | "subject"
  | "html"
  | "templateId"
  | "attachments"
  | "scheduledAt"
  | "inWorkingHours"
export type Faults = Partial<Record<Part, string>>

const PARTS: readonly Part[] = [
  "to",
  "cc",
  "bcc",
  "subject",
  "html",
  "templateId",
  "attachments",
  "scheduledAt",
  "inWorkingHours",
]

const MAX_RECIPIENTS = 100

export function check(letter: Letter): Faults {
  const faults: Faults = {}
  const { to, cc, bcc, html, templateId } = letter
  for (const part of ["to", "cc", "bcc"] as const) {
    if (!letter[part].every(isRight)) faults[part] = msg("Correct or remove the marked address.")
  }
  if (to.length === 0) faults.to = msg("Add at least one recipient.")
  if (to.length + cc.length + bcc.length > MAX_RECIPIENTS) {
    faults.to = msg("Add at most 100 recipients, including copies.")
  }
  for (const part of ["cc", "bcc"] as const) {
    if (goesToEach(letter) && letter[part].length > 0) {
      faults[part] = msg(
        "Copies are possible only with one message to all. Choose that, or remove the copies.",
      )
    }
  }
  if (templateId === null && isBlank(html)) faults.html = msg("Enter a message.")
  return faults
}

/** Each text of the service beside its field; what belongs to none is the message. */
export function refusal(problem: Problem): { faults: Faults; message: string | null } {
  const faults: Faults = {}
  const others: string[] = []
  for (const { pointer, detail } of problem.errors ?? []) {
    const name = pointer.split("/")[1] ?? ""
    const part = PARTS.find((each) => each === (name === "values" ? "templateId" : name))
    if (part === undefined) others.push(detail)
    else faults[part] = faults[part] === undefined ? detail : `${faults[part]} ${detail}`
  }
  const isTold = Object.keys(faults).length > 0 && others.length === 0
  return { faults, message: isTold ? null : (others[0] ?? problem.detail ?? problem.title) }
}
