/**
 * What of a record is being changed, as its address says: `?edit` for all of it, `?edit=reach` for the section of that id, and
 * nothing without. A record is read where the address asks for no change.
 */
import { searchValues } from "#client/lib/search.ts"

import type { Section } from "./fields.ts"

/** All sections. */
export const ALL = ""

/** `ALL`, the id of a section, or `null` for nothing. */
export type Edited = string | null

/** What the address asks for; a section that the form does not have is all of it. */
export function editedIn(url: string, sections: readonly Section[]): Edited {
  const cut = url.indexOf("?")
  const { edit } = cut < 0 ? {} : searchValues(url.slice(cut))
  if (edit === undefined) return null
  return sections.some(({ id }) => id === edit) ? edit : ALL
}

/** What is shown to be changed: never less than what was changed already. */
export function editedWith(
  asked: Edited,
  sections: readonly Section[],
  dirty: readonly string[],
): Edited {
  if (asked === ALL || dirty.length === 0) return asked
  const shown = sections.find(({ id }) => id === asked)?.fields ?? []
  return dirty.every((name) => shown.some((field) => field.name === name)) ? asked : ALL
}
