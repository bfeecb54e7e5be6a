/** What a session leaves in the storages of the browser is not there for the next one (specification 4). */
import { saveLastWords } from "#client/services/drafts.ts"

/** Empties both. What a page writes while it is being left is cleared by the next one without a session; drafts go elsewhere. */
export function clearStorages(): void {
  saveLastWords()
  sessionStorage.clear()
  localStorage.clear()
}
