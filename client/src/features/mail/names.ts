/** Who a letter is to, in a few words. */
import type { Address } from "#client/services/mail/letters.ts"

export function nameOf({ name, address }: Address): string {
  return name === "" ? address : name
}

export function namesOf(list: readonly Address[]): string {
  return list.map(nameOf).join(", ")
}
