/** A choice: a word of the wire, and what it is called on the screen. */
export interface Choice {
  value: string
  label: string
}

/** What a word is called; a word that is not among the choices stays as it is. */
export function labelIn(choices: readonly Choice[], word: string): string {
  return choices.find(({ value }) => value === word)?.label ?? word
}
