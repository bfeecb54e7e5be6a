/**
 * The catalogue of one language, as chunks of its own: only who reads it loads it. Names of countries are those of
 * `i18n-iso-countries` 7.14.0 (MIT), by the English names of `lib/country-names.ts`.
 */
import type { Entries, Language } from "#client/lib/words.ts"

const CATALOGUES: Readonly<Record<Language, () => readonly Promise<{ default: Entries }>[]>> = {
  en: () => [],
  es: () => [import("./countries-es.json"), import("./es.json")],
  ar: () => [import("./countries-ar.json"), import("./ar.json")],
}

/** English text → translation; empty for English. */
export async function loadWords(language: Language): Promise<Entries> {
  const parts = await Promise.all(CATALOGUES[language]())
  return Object.assign({}, ...parts.map((part) => part.default))
}
