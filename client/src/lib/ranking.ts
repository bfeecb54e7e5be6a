/** How well a text answers to what was typed. */

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

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim()
}
