/**
 * Whether somebody is typing: then keys without Ctrl or Command are part of a text, even where they miss its field.
 *
 * Invariant: all here belongs to the one document of a browser; nothing that is drawn depends on it.
 */

/** After the last key in a field. */
export const PAUSE_MS = 1000

let lastKey = Number.NEGATIVE_INFINITY
const unsaved = new Set<object>()

/** A key was pressed in a field, or a field was filled in by other means. */
export function noteTyping(): void {
  lastKey = Date.now()
}

/** Whether keys without Ctrl or Command have to wait. */
export function isTyping(): boolean {
  return unsaved.size > 0 || Math.abs(Date.now() - lastKey) < PAUSE_MS
}

/** A form has typing that is not saved yet; the answer says that it has none any more. */
export function noteUnsaved(): () => void {
  const form = {}
  unsaved.add(form)
  return () => {
    unsaved.delete(form)
  }
}
