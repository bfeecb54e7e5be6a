/** What the cells of reports say as the screens do: names of countries, and words in place of codes. */
import type { Look } from "#client/records/noun.ts"
import { type Worded, useCountryName, useWords } from "#client/services/use-reference.ts"

import { cellText } from "./result-cells.ts"

/** What is known of the values of a column. */
interface Valued extends Worded {
  kind: string
  isCountry: boolean
}

/** The text of a cell of a column. */
export type CellText = (value: unknown, column: Valued | undefined) => string

/** Names cells as the screens do. */
export function useCellText(look: Look): CellText {
  const nameOf = useCountryName()
  const wordsOf = useWords()
  return (value, column) => {
    const words = column === undefined ? [] : wordsOf(column)
    const named = (each: unknown) => {
      if (typeof each !== "string" || each === "") return each
      if (column?.isCountry === true) return nameOf(each)
      const word = words.find((choice) => choice.value === each)
      return word === undefined ? each : look.t(word.label)
    }
    return cellText(
      Array.isArray(value) ? value.map(named) : named(value),
      column?.kind ?? "text",
      look,
    )
  }
}
