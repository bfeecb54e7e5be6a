/**
 * The server asked for patience (429): the request waits for as long as it was told, which the page counts down, and is then
 * sent once more by itself. What was refused so was not done, so a write may be sent again, too.
 */
import { useEffect, useState, useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"
import { wait } from "#client/lib/wait.ts"

import { RequestFailed } from "./request-failed.ts"

/** Who is told to wait longer than this is told so at once. */
const LONGEST_MS = 60_000

/** Milliseconds since the epoch at which it goes on; `null` while nothing waits. Set by requests, so never on a server. */
const until = createStore<number | null>(null)

/** Sends, and once more if the server asks for a short wait first. */
export async function withPatience<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const delay = error instanceof RequestFailed ? (error.problem.retryAfterMs ?? null) : null
    if (delay === null || delay > LONGEST_MS) throw error
    const end = Date.now() + delay
    until.set(Math.max(end, until.get() ?? 0))
    await wait(delay)
    if ((until.get() ?? 0) <= end) until.set(null)
    return attempt()
  }
}

/** Seconds until a waiting request is sent again; `null` while none waits. */
export function useWaiting(): number | null {
  const end = useSyncExternalStore(until.subscribe, until.get, () => null)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (end === null) return undefined
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [end])
  return end === null || now === 0 ? null : Math.max(0, Math.ceil((end - now) / 1000))
}
