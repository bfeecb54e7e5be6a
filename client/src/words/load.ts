/** The catalogue of one language, as a chunk of its own: only who reads it loads it. */
import type { Entries, Language } from "#client/lib/words.ts"

const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: Entries }>>> = {
  en: async () => ({ default: {} }),
  es: () => import("./es.json"),
  ar: () => import("./ar.json"),
}

/** English text → translation; empty for English. */
export async function loadWords(language: Language): Promise<Entries> {
  return (await CATALOGUES[language]()).default
}
