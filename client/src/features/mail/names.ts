/** Who a letter is to and what it is about, in a few words. */
import type { Address } from "#client/services/mail/letters.ts"

export function nameOf({ name, address }: Address): string {
  return name === "" ? address : name
}

export function namesOf(list: readonly Address[]): string {
  return list.map(nameOf).join(", ")
}

/** A text with an ellipsis for each merge field, which says something else to each recipient. */
export function withoutFields(text: string): string {
  return text.replaceAll(/\{\{[^{}]*\}\}/gu, "…")
}
