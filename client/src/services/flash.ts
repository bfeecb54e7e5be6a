/** One message that outlives a document navigation: said after the storages were cleared, read once by the next page. */

const KEY = "waybill.flash"

/** Keeps an error text for the next document of this tab. */
export function leaveFlash(text: string): void {
  sessionStorage.setItem(KEY, text)
}

/** Whether the document before has left a text. */
export function hasFlash(): boolean {
  return sessionStorage.getItem(KEY) !== null
}

/** Takes the text left by the document before, if any. */
export function takeFlash(): string | null {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text
}
