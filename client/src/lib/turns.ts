/**
 * Turns among the tabs of a browser that has no locks for them: whose turn it is stands in a database, which tabs read and
 * write one after the other.
 *
 * Invariant: of tabs that ask at the same moment one begins, and the turn of a tab that is gone ends by itself.
 */
import { createStore, update } from "idb-keyval"

import { wait } from "./wait.ts"

interface Turn {
  /** Id of the call that has it, or had it last. */
  holder: string
  /** When it ends, milliseconds since the epoch. */
  until: number
}

/** Longer than a request may take. */
const TURN_MS = 60_000

/** Between two looks at whether it is free. */
const PAUSE_MS = 100

let opened: ReturnType<typeof createStore> | undefined

/** Does the task in a turn of that name; at once where the browser keeps nothing. */
export async function inTurn<T>(name: string, holder: string, task: () => Promise<T>): Promise<T> {
  try {
    // oxlint-disable-next-line no-await-in-loop -- it is waited for
    while (!(await take(name, holder))) await wait(PAUSE_MS)
  } catch {
    return await task()
  }
  try {
    return await task()
  } finally {
    await giveBack(name, holder).catch(() => undefined)
  }
}

async function take(name: string, holder: string): Promise<boolean> {
  let isMine = false
  await update<Turn>(
    name,
    (turn) => {
      if (turn !== undefined && turn.until > Date.now()) return turn
      isMine = true
      return { holder, until: Date.now() + TURN_MS }
    },
    store(),
  )
  return isMine
}

/** Unless it ran out and somebody else has it. */
async function giveBack(name: string, holder: string): Promise<void> {
  await update<Turn>(
    name,
    (turn) => (turn !== undefined && turn.holder !== holder ? turn : { holder, until: 0 }),
    store(),
  )
}

function store(): ReturnType<typeof createStore> {
  opened ??= createStore("waybill-turns", "turns")
  return opened
}
