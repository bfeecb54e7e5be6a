/**
 * What waits for the network: changes, each of which sets fields of one record and can be set back as easily, and mails. It is
 * kept in this browser for the user whose it is, and is sent in its order, a change with the version it was made from and a
 * mail with its key, once the server can be reached. What it refuses then is told, and nothing of it is lost: a change that
 * was made by somebody else, too, is a draft of its record, a mail one of the drafts.
 *
 * Nothing else may wait here: rights, money, imports and deletions fail at once while there is no network.
 */
import { createStore as createDatabase, get, update } from "idb-keyval"
import { useSyncExternalStore } from "react"

import { alone } from "#client/lib/browser.ts"
import { createStore } from "#client/lib/store.ts"
import { msg } from "#client/lib/words.ts"

import { type DraftKey, keepDraft } from "./drafts.ts"
import { request } from "./http.ts"
import type { Kept, Letter } from "./mail/letters.ts"
import { isOnline, onBackOnline } from "./online.ts"
import { RequestFailed } from "./request-failed.ts"
import { toast } from "./toasts.ts"
import { versionTag } from "./version-tag.ts"

/** A change of one record. */
export interface Change {
  /** Address of the record. */
  path: string
  /** The fields it sets. */
  body: Readonly<Record<string, unknown>>
  /** The version it was made from, as an ETag; `*` for a single choice that holds whatever else was changed. */
  version: string
  form?: Typed
}

/** The form in which a change was typed; there it is decided what is kept when somebody else has changed the same. */
export interface Typed {
  key: DraftKey
  /** Address of the screen. */
  href: string
  /** Field → what was typed. */
  changes: Readonly<Record<string, unknown>>
  /** What stood in the fields of the body. */
  before: Readonly<Record<string, unknown>>
}

/** A mail as it was sent. */
export interface Posted {
  /** However often it is sent with this one, it leaves once. */
  key: string
  letter: Letter
  /** The draft that it was. */
  kept: Kept | null
}

type Waiting = Change | Posted

const LOCK = "waybill-outbox"

const waiting = createStore(0)
let owner: string | null = null
let told = () => {}
let opened: ReturnType<typeof createDatabase> | undefined

/** How much waits; 0 on a server. */
export function useWaiting(): number {
  return useSyncExternalStore(waiting.subscribe, waiting.get, () => 0)
}

/** Takes up what this user left waiting, and sends it whenever there is a network; the answer ends it. */
export function startOutbox(userId: string, onSent: () => void = () => {}): () => void {
  owner = userId
  told = onSent
  const deafen = onBackOnline(() => void sendWaiting())
  void count().then(sendWaiting)
  return () => {
    deafen()
    owner = null
    waiting.set(0)
  }
}

/** Sends the change now, or keeps it until it can be sent; a refusal is thrown as by `request`. */
export async function sendOrKeep(change: Change): Promise<"sent" | "kept"> {
  try {
    await sendNow(change)
    return "sent"
  } catch (error) {
    if (!(await keptWhenOffline(error, change))) throw error
    return "kept"
  }
}

/** Keeps what was not answered for want of a network; `false` for any other failure. */
export async function keptWhenOffline(error: unknown, what: Waiting): Promise<boolean> {
  if (owner === null || isOnline() || !isUnanswered(error)) return false
  await rewrite(owner, (kept) => merged(kept, what))
  await count()
  // What was asked before may have been answered while this was written, when there was nothing yet to send.
  if (isOnline()) void sendWaiting()
  return true
}

/** Takes a mail back that still waits; `false` when it has left. */
export async function takeBack(key: string): Promise<boolean> {
  let had = false
  await rewrite(owner, (kept) => {
    had = kept.some((each) => "key" in each && each.key === key)
    return kept.filter((each) => !("key" in each) || each.key !== key)
  })
  await count()
  return had
}

/** One tab at a time sends what waits; it stops where nobody answers. */
export async function sendWaiting(): Promise<void> {
  const user = owner
  if (user === null || waiting.get() === 0) return
  await alone(LOCK, async () => {
    for (const what of await list(user)) {
      // oxlint-disable-next-line no-await-in-loop -- in their order, and none after one that nobody answered
      if (!(await isSettled(what)) || owner !== user) break
      // oxlint-disable-next-line no-await-in-loop -- the same
      await rewrite(user, (left) => left.filter((each) => idOf(each) !== idOf(what)))
    }
  })
  await count()
  told()
}

/** Sent, or refused and told. */
async function isSettled(what: Waiting): Promise<boolean> {
  try {
    await ("key" in what ? post(what) : joinOrAsk(what))
  } catch (error) {
    if (isUnanswered(error)) return false
    const why = error instanceof RequestFailed ? error.message : ""
    toast.stay(
      "key" in what
        ? {
            text: msg("An e-mail you wrote offline was not sent and is saved as a draft. {why}"),
            values: { why },
          }
        : { text: msg("A change you made offline was not saved. {why}"), values: { why } },
    )
  }
  return true
}

async function sendNow({ path, body, version }: Change): Promise<void> {
  await request(path, { method: "PATCH", body, headers: { "If-Match": version } })
}

/** Where somebody else has changed other fields meanwhile, both hold; where the same, it is asked which. */
async function joinOrAsk(change: Change): Promise<void> {
  try {
    await sendNow(change)
  } catch (error) {
    const { form, path, body } = change
    const isLate = error instanceof RequestFailed && error.problem.status === 412
    if (!isLate || form === undefined) throw error
    const { data } = await request<{ data: Record<string, unknown> }>(path)
    const same = (name: string) => JSON.stringify(data[name]) === JSON.stringify(form.before[name])
    if (Object.keys(body).every(same)) {
      await sendNow({ ...change, version: versionTag(Number(data["version"])) })
      return
    }
    await keepDraft(form.key, { version: 0, changes: form.changes, before: form.before })
    toast.stay(msg("Someone else changed what you changed offline."), {
      label: msg("Choose values to keep"),
      run: () => location.assign(form.href),
    })
  }
}

async function post({ key, letter, kept }: Posted): Promise<void> {
  const { keepLetter, sendLetter } = await import("./mail/letters.ts")
  try {
    await sendLetter(letter, kept, key)
  } catch (error) {
    if (!isUnanswered(error)) await keepLetter(letter, kept)
    throw error
  }
  toast.success(msg("The e-mail you wrote offline is on its way."))
}

function isUnanswered(error: unknown): boolean {
  return error instanceof RequestFailed && error.problem.status === 0
}

/** Several changes of one record are one, made from the version of the first. */
function merged(all: readonly Waiting[], next: Waiting): readonly Waiting[] {
  const before = all.find((each) => idOf(each) === idOf(next))
  if (before === undefined || "key" in before || "key" in next) return [...all, next]
  const both = { ...before, body: { ...before.body, ...next.body }, ...typed(before, next) }
  return all.map((each) => (each === before ? both : each))
}

function typed({ form: one }: Change, { form: other }: Change): { form?: Typed } {
  if (one === undefined || other === undefined) return {}
  const changes = { ...one.changes, ...other.changes }
  return { form: { ...other, changes, before: { ...other.before, ...one.before } } }
}

function idOf(what: Waiting): string {
  return "key" in what ? what.key : what.path
}

async function list(user: string): Promise<readonly Waiting[]> {
  try {
    return (await get<readonly Waiting[]>(user, database())) ?? []
  } catch {
    // A browser that keeps nothing has nothing waiting.
    return []
  }
}

async function rewrite(
  user: string | null,
  how: (list: readonly Waiting[]) => readonly Waiting[],
): Promise<void> {
  if (user !== null) await update<readonly Waiting[]>(user, (old) => how(old ?? []), database())
}

async function count(): Promise<void> {
  if (owner !== null) waiting.set((await list(owner)).length)
}

function database() {
  opened ??= createDatabase("waybill-outbox", "changes")
  return opened
}
