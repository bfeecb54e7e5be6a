/**
 * The catalogue of one language, as a file of its own: only who reads it loads it. Names of countries are those of
 * `i18n-iso-countries` 7.14.0 (MIT), by the English names of `lib/country-names.ts`.
 */
import type { Entries, Language } from "#client/lib/words.ts"

const CATALOGUES: Readonly<Record<Language, () => Promise<{ entries: Entries }>>> = {
  en: async () => ({ entries: {} }),
  es: () => import("./es.ts"),
  ar: () => import("./ar.ts"),
}

/** English text → translation; empty for English. */
export async function loadWords(language: Language): Promise<Entries> {
  const { entries } = await CATALOGUES[language]()
  return entries
}
