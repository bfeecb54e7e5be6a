/**
 * The transfers of this document: they go on while other screens are shown, two at a time, and can be stopped and resumed.
 *
 * Written to by event handlers only, so a server's isolate never holds one. Which uploads were begun is kept in the local
 * storage: the same content chosen again after a reload goes on where it broke off.
 */
import { useSyncExternalStore } from "react"

import type { Problem } from "#client/lib/problem.ts"
import { unreachable } from "#client/lib/problem.ts"
import { type Store, createStore } from "#client/lib/store.ts"
import { RequestFailed } from "#client/services/request-failed.ts"

import { type DriveFile, type Target, abandonUpload, sendContent } from "./transfer.ts"

export interface Transfer {
  id: number
  name: string
  size: number
  sent: number
  state: "waiting" | "sending" | "done" | "failed"
  /** Why it failed; after no answer it can go on from where it is. */
  problem: Problem | null
  file: DriveFile | null
  target: Target
}

interface Work {
  content: File
  cancel: AbortController
  uploadId: string | null
  onDone: (file: DriveFile) => void
}

const AT_ONCE = 2
const KEPT = "waybill-uploads"

const NONE: readonly Transfer[] = []
const store: Store<readonly Transfer[]> = createStore(NONE)
const works = new Map<number, Work>()
let lastId = 0

/** The transfers, the latest last; none on a server. */
export function useTransfers(): readonly Transfer[] {
  return useSyncExternalStore(store.subscribe, store.get, () => NONE)
}

/** Starts sending; `onDone` is called for each file that came of it. */
export function startTransfers(
  contents: readonly File[],
  target: Target,
  onDone: (file: DriveFile) => void,
): void {
  // Adding it again changes nothing.
  addEventListener("beforeunload", guard)
  for (const content of contents) {
    lastId += 1
    works.set(lastId, {
      content,
      cancel: new AbortController(),
      uploadId: keptUpload(content, target),
      onDone,
    })
    store.set([
      ...store.get(),
      {
        id: lastId,
        name: content.name,
        size: content.size,
        sent: 0,
        state: "waiting",
        problem: null,
        file: null,
        target,
      },
    ])
  }
  next()
}

/** Stops it and gives up what was sent. */
export function cancelTransfer(id: number): void {
  const work = works.get(id)
  work?.cancel.abort()
  const uploadId = work?.uploadId
  const transfer = store.get().find((each) => each.id === id)
  if (work !== undefined && transfer !== undefined) keep(work.content, transfer.target, null)
  // What stays behind on the server ends by itself.
  if (uploadId != null) abandonUpload(uploadId).catch(() => {})
  dismissTransfer(id)
}

/** Goes on with one that failed. */
export function resumeTransfer(id: number): void {
  const work = works.get(id)
  if (work === undefined) return
  work.cancel = new AbortController()
  change(id, { state: "waiting", problem: null })
  next()
}

/** Takes one that has ended off the list. */
export function dismissTransfer(id: number): void {
  works.delete(id)
  store.set(store.get().filter((each) => each.id !== id))
  next()
}

/** Leaving the document would break something off: the browser asks first. */
function guard(event: BeforeUnloadEvent): void {
  if (store.get().some(({ state }) => state === "waiting" || state === "sending")) {
    event.preventDefault()
  }
}

function next(): void {
  const busy = store.get().filter(({ state }) => state === "sending").length
  const waiting = store.get().filter(({ state }) => state === "waiting")
  for (const transfer of waiting.slice(0, Math.max(0, AT_ONCE - busy))) void run(transfer)
}

async function run({ id, target }: Transfer): Promise<void> {
  const work = works.get(id)
  if (work === undefined) return
  change(id, { state: "sending" })
  try {
    const file = await sendContent({
      content: work.content,
      target,
      signal: work.cancel.signal,
      uploadId: work.uploadId,
      onBegin: (uploadId) => {
        work.uploadId = uploadId
        keep(work.content, target, uploadId)
      },
      onProgress: (sent) => change(id, { sent }),
    })
    change(id, { state: "done", sent: work.content.size, file })
    keep(work.content, target, null)
    work.onDone(file)
  } catch (error) {
    if (work.cancel.signal.aborted) return
    const problem = error instanceof RequestFailed ? error.problem : unreachable()
    change(id, { state: "failed", problem })
    // What the server refused would be refused again.
    if (problem.status !== 0 && problem.status < 500) keep(work.content, target, null)
  }
  next()
}

function change(id: number, changes: Partial<Transfer>): void {
  store.set(
    store.get().map((each) => (each.id === id ? Object.assign({ ...each }, changes) : each)),
  )
}

/** Tells one content from another without reading it. */
function keyOf({ name, size, lastModified }: File, target: Target): string {
  const place = "fileId" in target ? target.fileId : (target.folderId ?? "")
  return [place, name, size, lastModified].join("/")
}

function keptUploads(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}")
    const pairs = typeof kept === "object" && kept !== null ? Object.entries(kept) : []
    return Object.fromEntries(
      pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    )
  } catch {
    return {}
  }
}

function keptUpload(content: File, target: Target): string | null {
  return keptUploads()[keyOf(content, target)] ?? null
}

/** A storage that is full or closed costs the resuming only. */
function keep(content: File, target: Target, uploadId: string | null): void {
  const { [keyOf(content, target)]: _, ...others } = keptUploads()
  const kept = uploadId === null ? others : { ...others, [keyOf(content, target)]: uploadId }
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept))
  } catch {
    // See above.
  }
}
