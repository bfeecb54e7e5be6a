/** Which way a language is written. */
const FROM_THE_RIGHT = new Set(["ar", "fa", "he", "ur"])

export function directionOf(language: string): "rtl" | "ltr" {
  return FROM_THE_RIGHT.has(language.split("-")[0] ?? "") ? "rtl" : "ltr"
}
