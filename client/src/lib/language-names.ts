/** Languages by their own names, which are the same for every reader. */

/** Languages by their own names, in the order of their codes. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  ar: "العربية",
  cs: "Čeština",
  da: "Dansk",
  de: "Deutsch",
  el: "Ελληνικά",
  en: "English",
  es: "Español",
  fi: "Suomi",
  fr: "Français",
  hi: "हिन्दी",
  id: "Bahasa Indonesia",
  it: "Italiano",
  ja: "日本語",
  ko: "한국어",
  nl: "Nederlands",
  no: "Norsk",
  pl: "Polski",
  pt: "Português",
  ru: "Русский",
  sv: "Svenska",
  th: "ไทย",
  tr: "Türkçe",
  uk: "Українська",
  vi: "Tiếng Việt",
  zh: "中文",
}

/** The language's own name, with the region that it is written for; a tag that has none here stays as it is. */
export function languageName(tag: string): string {
  const [language = "", ...region] = tag.split("-")
  const name = Object.hasOwn(LANGUAGE_NAMES, language) ? LANGUAGE_NAMES[language] : undefined
  if (name === undefined) return tag
  return region.length === 0 ? name : `${name} (${region.join("-")})`
}

/** What a contact may be written to in: each language, and those that differ much from one region to another. */
export const CONTACT_LANGUAGES = [...Object.keys(LANGUAGE_NAMES), "pt-BR", "zh-TW"]
  .toSorted()
  .map((tag) => ({ value: tag, label: languageName(tag) }))
