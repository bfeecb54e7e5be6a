/**
 * Texts of the product in the user's language, after gettext: the English text is the key, so English needs no catalogue,
 * and a text that a catalogue lacks is shown in English.
 *
 * Own code, because a formatter of ICU messages weighs 10 kB before the first interaction; plural forms are the platform's
 * (`Intl.PluralRules`), numbers `lib/format/number.ts`'s, so server and browser write the same.
 */
import { formatNumber } from "./format/number.ts"

/** The plural forms of a language by the categories of CLDR. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string
}

/** English text → its translation; for a counted text the key is its English plural. */
export type Entries = Readonly<Record<string, string | Forms>>

export interface Words {
  /** BCP 47 tag. */
  readonly locale: string
  readonly entries: Entries
}

/** What stands in the places `{name}` of a text. */
export type Values = Readonly<Record<string, string | number>>

/** A text that is said later, where somebody draws it: as it is, with values in its places, or about a count of things. */
export type Phrase =
  | string
  | { readonly text: string; readonly values: Values }
  | {
      readonly count: number
      readonly one: string
      readonly many: string
      readonly values?: Values
    }

/** The languages that are complete, each by its own name. */
export const LANGUAGES = {
  en: "English",
  es: "Español",
  ar: "العربية",
} as const

export type Language = keyof typeof LANGUAGES

/** The language of ours that a tag asks for, English for any other. */
export function languageOf(locale: string): Language {
  const [language = ""] = locale.split("-")
  return isLanguage(language) ? language : "en"
}

/** The text in the user's language, `{name}` replaced by the value of that name. */
export function translate(words: Words, text: string, values: Values = {}): string {
  const entry = own(words.entries, text)
  return fill(words, typeof entry === "string" ? entry : text, values)
}

/** A text about `count` things; `{count}` is the number as the user writes it. */
export function translateCount(
  words: Words,
  { count, one, many, values = {} }: { count: number; one: string; many: string; values?: Values },
): string {
  const entry = own(words.entries, many)
  const english = count === 1 ? one : many
  const text =
    typeof entry === "object"
      ? (entry[new Intl.PluralRules(words.locale).select(count)] ?? entry.other)
      : (entry ?? english)
  return fill(words, text, { count, ...values })
}

/** Marks a text of a table for the catalogues; whoever draws it translates it. */
export function msg(text: string): string {
  return text
}

/** The pieces of a text in their order: what stands between the places, and the names of the places. */
export function pieces(text: string): readonly { text: string; isPlace: boolean }[] {
  return text
    .split(/\{([a-zA-Z]+)\}/u)
    .map((piece, index) => ({ text: piece, isPlace: index % 2 === 1 }))
}

function fill({ locale }: Words, text: string, values: Values): string {
  return pieces(text)
    .map(({ text: piece, isPlace }) => {
      if (!isPlace) return piece
      // What a server says in braces is no place of ours.
      const value = values[piece] ?? `{${piece}}`
      return typeof value === "number" ? formatNumber(value, locale) : value
    })
    .join("")
}

function own(entries: Entries, key: string): string | Forms | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag)
}
