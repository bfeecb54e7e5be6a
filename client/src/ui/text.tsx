/** The user's language as components see it. Nothing here is kept at module level: an isolate serves many users. */
import { Fragment, createContext, use, useMemo } from "react"
import type { ReactNode } from "react"

import { pieces, translate, translateCount } from "#client/lib/words.ts"
import type { Phrase, Values, Words } from "#client/lib/words.ts"

/** Says a text in the user's language. */
export interface Say {
  /** `t("Saved by {name}", { name })` */
  (text: string, values?: Values): string
  /** `t.count(n, "{count} port", "{count} ports")` */
  count: (count: number, one: string, many: string, values?: Values) => string
  /** The same with elements in its places, the count's among them. */
  countNodes: (
    count: number,
    one: string,
    many: string,
    values: Readonly<Record<string, ReactNode>>,
  ) => ReactNode
  /** A text with elements in its places: `t.nodes("E-mailed to {to}.", { to: <bdi>…</bdi> })` */
  nodes: (text: string, values: Readonly<Record<string, ReactNode>>) => ReactNode
  /** A text that was handed over untold, such as a toast's. */
  phrase: (phrase: Phrase) => string
}

const ENGLISH: Words = { locale: "en", entries: {} }

const WordsContext = createContext<Words>(ENGLISH)

export function WordsProvider({ words, children }: { words: Words; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

/** The texts of the page's language; English where nothing says otherwise. */
export function useText(): Say {
  const words = use(WordsContext)
  return useMemo(
    () =>
      Object.assign((text: string, values?: Values) => translate(words, text, values), {
        count: (count: number, one: string, many: string, values?: Values) =>
          translateCount(words, { count, one, many, ...(values === undefined ? {} : { values }) }),
        countNodes: (
          count: number,
          one: string,
          many: string,
          values: Readonly<Record<string, ReactNode>>,
        ) => placed(translateCount(words, { count, one, many, values: places(values) }), values),
        nodes: (text: string, values: Readonly<Record<string, ReactNode>>) =>
          placed(translate(words, text, places(values)), values),
        phrase: (phrase: Phrase) => {
          if (typeof phrase === "string") return translate(words, phrase)
          return "text" in phrase
            ? translate(words, phrase.text, phrase.values)
            : translateCount(words, phrase)
        },
      }),
    [words],
  )
}

/** Puts the elements into the places of a text. */
function placed(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return pieces(text).map(({ text: piece, isPlace }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text do not move
    <Fragment key={index}>{isPlace ? values[piece] : piece}</Fragment>
  ))
}

/** Leaves each place where it is, for its element to come. */
function places(values: Readonly<Record<string, ReactNode>>): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]))
}
