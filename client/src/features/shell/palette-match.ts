/** What kind of thing was typed in the palette. */

/** Whether it reads as a code or an address rather than a word: records come before commands then. */
export function isCodeLike(typed: string): boolean {
  return /^[A-Z0-9]{2,9}$/u.test(typed) || /\d/u.test(typed) || typed.includes("@")
}
