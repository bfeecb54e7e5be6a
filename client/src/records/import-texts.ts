/** What the server says of tables, for the catalogues: labels that no screen has, and what is wrong with a cell or a row. */
import { msg } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"

const TEXTS: ReadonlySet<string> = new Set([
  msg("ID"),
  msg("Tax number"),
  msg("Standard code"),
  msg("A row above is for the same record."),
  msg("This record already exists."),
  msg("No record found."),
  msg("No country found."),
  msg("This field is required."),
  msg("This is already in use."),
  msg("This already exists."),
  msg("Enter a country by its name or code, for example Netherlands or NL."),
  msg("Enter yes or no."),
  msg("Enter an e-mail address, for example joan@shipper.example."),
  msg("Check the part before the @."),
  msg("Check the part after the @."),
  msg("Several records have this value. Enter the ID of the one you mean."),
  msg("Enter a first name, a last name or a display name."),
])

/** What is wrong with a cell that has one of these words. */
const ONE_OF = /^Choose one of: (?<words>.+)\.$/u
const TAKEN_ABOVE = /^Row (?<row>\d+) has this already\.$/u
const MISSING = /^There is no “(?<name>.+)”\.$/u
const SEVERAL = /^Several records are called “(?<name>.+)”\.$/u

/** A text of the server in the user's language; one that is not known here stays English. */
export function importText(t: Say, text: string): string {
  if (TEXTS.has(text)) return t(text)
  const words = ONE_OF.exec(text)?.groups?.["words"]
  if (words !== undefined) {
    const said = words.split(", ").map((word) => t(word))
    return t("Choose one of: {words}.", { words: said.join(", ") })
  }
  const row = TAKEN_ABOVE.exec(text)?.groups?.["row"]
  if (row !== undefined) return t("Row {row} already has this.", { row })
  const missing = MISSING.exec(text)?.groups?.["name"]
  if (missing !== undefined) return t("“{name}” was not found.", { name: missing })
  const several = SEVERAL.exec(text)?.groups?.["name"]
  return several === undefined
    ? t(text)
    : t("Several records are named “{name}”.", { name: several })
}
