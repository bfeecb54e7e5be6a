/** How well a command answers to what was typed in the palette. */

/** Lower is better; `null` for no match. Every word has to be found, wherever it stands; accents do not count. */
export function rank(label: string, typed: string): number | null {
  const text = plain(label)
  const words = plain(typed)
    .split(/\s+/u)
    .filter((word) => word !== "")
  const ranks = words.map((word) => {
    const at = text.indexOf(word)
    if (at < 0) return null
    if (at === 0) return 0
    return text.charAt(at - 1) === " " ? 1 : 2
  })
  return ranks.reduce<number | null>(
    (sum, each) => (sum === null || each === null ? null : sum + each),
    0,
  )
}

/** The best first, those that do not match left out. */
export function ranked<T>(list: readonly T[], labelOf: (each: T) => string, typed: string): T[] {
  return list
    .flatMap((each) => {
      const value = rank(labelOf(each), typed)
      return value === null ? [] : [{ each, value }]
    })
    .toSorted((one, other) => one.value - other.value)
    .map(({ each }) => each)
}

/** Whether it reads as a code or an address rather than a word: records come before commands then. */
export function isCodeLike(typed: string): boolean {
  return /^[A-Z0-9]{2,9}$/u.test(typed) || /\d/u.test(typed) || typed.includes("@")
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim()
}
