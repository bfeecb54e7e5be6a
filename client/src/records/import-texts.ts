/** What the server says of tables, for the catalogues: labels that no screen has, and what is wrong with a cell or a row. */
import { msg } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"

const TEXTS: ReadonlySet<string> = new Set([
  msg("ID"),
  msg("Tax number"),
  msg("Standard code"),
  msg("A row above means the same record."),
  msg("There is such a record already."),
  msg("There is no such record."),
  msg("There is no such country."),
  msg("This field is required."),
  msg("This is taken already."),
  msg("This is there already."),
  msg("Enter a country by its name or code, for example Netherlands or NL."),
  msg("Enter yes or no."),
  msg("Please give a mail address, as joan@shipper.example."),
  msg("Please check the part before the @."),
  msg("Please check the part after the @."),
  msg("Several records have this. Name the one that is meant by its ID."),
  msg("Please give a first name, a last name, or a name to show."),
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
  if (row !== undefined) return t("Row {row} has this already.", { row })
  const missing = MISSING.exec(text)?.groups?.["name"]
  if (missing !== undefined) return t("There is no “{name}”.", { name: missing })
  const several = SEVERAL.exec(text)?.groups?.["name"]
  return several === undefined
    ? t(text)
    : t("Several records are called “{name}”.", { name: several })
}
