/**
 * Whether the identity SDK has kept a user in this browser, read from its own database, so that the SDK itself need not be loaded for the
 * answer "nobody". `identity.ts` gives the SDK this persistence and no other.
 *
 * Invariant: a database that does not exist is not created, for the SDK expects to find its own tables in it.
 */
const DATABASE = "firebaseLocalStorageDb"
const TABLE = "firebaseLocalStorage"
const USER = "firebase:authUser:"

/** `true` also where it cannot be read: the SDK then finds out. */
export function hasKeptUser(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(DATABASE)
      opening.addEventListener("upgradeneeded", () => {
        // There is none yet.
        opening.transaction?.abort()
        resolve(false)
      })
      opening.addEventListener("error", (event) => {
        event.preventDefault()
        resolve(true)
      })
      opening.addEventListener("success", () => {
        const { result: database } = opening
        try {
          const table = database.transaction(TABLE).objectStore(TABLE)
          const reading = table.getAllKeys(IDBKeyRange.bound(USER, `${USER}\uffff`), 1)
          reading.addEventListener("success", () => resolve(reading.result.length > 0))
          reading.addEventListener("error", () => resolve(true))
        } catch {
          resolve(true)
        } finally {
          database.close()
        }
      })
    } catch {
      resolve(true)
    }
  })
}
