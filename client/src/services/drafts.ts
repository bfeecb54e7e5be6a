/**
 * What was typed and not saved: kept in the browser for a week, for the same user, record by record. It survives a reload,
 * a crash and the end of the session, which clears every storage; it is offered back and never writes a record by itself.
 *
 * A page that is going away has no time for a database: its last words go to local storage, at once, and from there to the
 * database when they are next asked for.
 */
import { createStore, del, entries, get, set, setMany } from "idb-keyval"

export interface Draft {
  /** Version of the record that the changes were made from; 0 for a new one. */
  version: number
  /** Field → value, of the changed fields only. */
  changes: Readonly<Record<string, unknown>>
  /** What stood in the record then, so far as it was changed: what somebody else has changed since is not overwritten. */
  before?: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. */
  at: number
}

/** Whose draft of what. */
export interface DraftKey {
  companyId: string
  userId: string
  noun: string
  /** `null` for a new record. */
  id: string | null
}

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const PREFIX = "waybill.draft."

/** A database is not asked at every key. */
const PAUSE_MS = 300

/** What is kept in a moment. */
const waiting = new Map<string, Draft>()

let opened: ReturnType<typeof createStore> | undefined

/** The draft, unless it is older than a week. A browser that keeps nothing has none. */
export async function readDraft(key: DraftKey): Promise<Draft | null> {
  try {
    const name = nameOf(key)
    const kept = await get<Draft>(name, store())
    const last = lastWords(name)
    const draft = last !== null && last.at > (kept?.at ?? 0) ? last : kept
    if (last !== null) {
      if (draft === last) await set(name, last, store())
      localStorage.removeItem(PREFIX + name)
    }
    if (draft === undefined || Date.now() - draft.at > KEPT_MS) return null
    return draft
  } catch {
    return null
  }
}

/** Keeps it unless something else is typed in a moment; the answer gives up on that. */
export function keepDraftSoon(key: DraftKey, draft: Omit<Draft, "at">): () => void {
  const name = nameOf(key)
  waiting.set(name, { ...draft, at: Date.now() })
  const giveUp = () => {
    clearTimeout(timer)
    waiting.delete(name)
  }
  const timer = setTimeout(() => {
    giveUp()
    void keepDraft(key, draft)
  }, PAUSE_MS)
  return giveUp
}

/** A browser that refuses costs the draft, never the form. */
export async function keepDraft(key: DraftKey, draft: Omit<Draft, "at">): Promise<void> {
  try {
    await set(nameOf(key), { ...draft, at: Date.now() }, store())
  } catch {
    // A private window may have no storage; what was typed is still in the form.
  }
}

/** The same at once, for a page that is going away. */
export function keepDraftNow(key: DraftKey, draft: Omit<Draft, "at">): void {
  try {
    localStorage.setItem(PREFIX + nameOf(key), JSON.stringify({ ...draft, at: Date.now() }))
  } catch {
    void keepDraft(key, draft)
  }
}

/** Saved or given up. */
export async function dropDraft(key: DraftKey): Promise<void> {
  try {
    localStorage.removeItem(PREFIX + nameOf(key))
    await del(nameOf(key), store())
  } catch {
    // There is none to drop where none could be kept.
  }
}

/** Takes the drafts of this browser through the clearing of its storages; the answer puts them back. */
export async function carryDrafts(): Promise<() => Promise<void>> {
  // Before anything is waited for: who is signed out while they type has typed that, too.
  const typed = [...waiting]
  const drafts = [...(await allKept()), ...allLastWords(), ...typed]
  return () => putBack(drafts)
}

/** What pages that went away have left, before local storage is cleared. */
export function saveLastWords(): void {
  void putBack(allLastWords())
}

async function putBack(drafts: [name: string, draft: Draft][]): Promise<void> {
  if (drafts.length === 0) return
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the second attempt follows from the first
      await setMany(drafts, store())
      return
    } catch {
      // The clearing has closed the database; it is opened anew.
      opened = undefined
    }
  }
}

async function allKept(): Promise<[name: string, draft: Draft][]> {
  try {
    return await entries<string, Draft>(store())
  } catch {
    return []
  }
}

function allLastWords(): [name: string, draft: Draft][] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .flatMap((name) => {
      const draft = lastWords(name)
      return draft === null ? [] : [[name, draft]]
    })
}

function lastWords(name: string): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null")
    return draft
  } catch {
    return null
  }
}

function nameOf({ companyId, userId, noun, id }: DraftKey): string {
  return [companyId, userId, noun, id ?? "new"].join("/")
}

function store() {
  opened ??= createStore("waybill-drafts", "drafts")
  return opened
}
