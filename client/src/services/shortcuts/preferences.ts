/**
 * What a user has changed about the keys: which were moved, and whether single keys work at all (WCAG 2.1.4). Kept in this
 * browser under the user's id, until a sign-out clears it (specification 4).
 */
import { createStore } from "#client/lib/store.ts"

export interface Preferences {
  /** Whether keys without Ctrl or Command work. */
  singleKeys: boolean
  /** The English label of a command → the keys that the user gave it; empty for none. */
  moved: Readonly<Record<string, string>>
}

const ORIGINAL: Preferences = { singleKeys: true, moved: {} }

/** Read by whoever listens or lists; written by the functions below only. */
export const preferences = createStore<Preferences>(ORIGINAL)

let place: string | null = null

/** Takes up what this user chose before. */
export function loadPreferences(userId: string): void {
  place = `waybill.shortcuts.${userId}`
  try {
    const kept: Partial<Preferences> | null = JSON.parse(localStorage.getItem(place) ?? "null")
    preferences.set({
      singleKeys: kept?.singleKeys !== false,
      moved: typeof kept?.moved === "object" ? kept.moved : {},
    })
  } catch {
    preferences.set(ORIGINAL)
  }
}

export function setSingleKeys(singleKeys: boolean): void {
  change({ ...preferences.get(), singleKeys })
}

/** Gives a command other keys; `null` gives it back its own. */
export function moveKeys(label: string, keys: string | null): void {
  const { [label]: _old, ...others } = preferences.get().moved
  change({ ...preferences.get(), moved: keys === null ? others : { ...others, [label]: keys } })
}

/** Undoes every change. */
export function resetPreferences(): void {
  change(ORIGINAL)
}

function change(next: Preferences): void {
  preferences.set(next)
  if (place === null) return
  try {
    localStorage.setItem(place, JSON.stringify(next))
  } catch {
    // A full storage forgets the change with the page.
  }
}
