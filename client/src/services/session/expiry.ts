/**
 * The end of the session that comes however much it is used: it is told two minutes ahead, in every tab, and signing in
 * again in one of them moves it for all. (One that ends because nobody used it is renewed by whichever page is looked at,
 * see `keep-alive.ts`.)
 */
import type { SessionView } from "#client/lib/session.ts"
import { type Store, createStore } from "#client/lib/store.ts"

import { hearTabs, tellTabs } from "./channel.ts"

/** WCAG 2.2.1 wants 20 seconds; who has to find a password wants more. */
export const WARNING_MS = 2 * 60 * 1000
/** The longest that a browser's timer can be set to. */
const TIMER_MS = 2 ** 31 - 1

/** When the session ends, in milliseconds since the epoch, once that is to be told; `null` before. */
export const sessionEnd = createStore<number | null>(null)
/** The end that was answered already, in whichever tab. */
let answered: number | null = null
let hushHere: () => void = () => {}

/** Tells of the end when it is near; the answer stops that. */
export function watchExpiry(session: Store<SessionView | null>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(timer)
    const end = endOf(session.get())
    if (end === null || end === answered) return sessionEnd.set(null)
    const wait = end - WARNING_MS - Date.now()
    if (wait <= 0) return sessionEnd.set(end)
    sessionEnd.set(null)
    timer = setTimeout(schedule, Math.min(wait, TIMER_MS))
  }
  const hush = () => {
    answered = endOf(session.get())
    schedule()
  }
  hushHere = hush
  const unsubscribe = session.subscribe(schedule)
  const deafen = hearTabs((news) => {
    if (news === "staying") hush()
  })
  // A machine that slept has missed its timers.
  document.addEventListener("visibilitychange", schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    deafen()
    answered = null
    document.removeEventListener("visibilitychange", schedule)
    sessionEnd.set(null)
  }
}

/** The user has answered that the session shall go on: no tab tells of this end again. */
export function answerEnd(): void {
  hushHere()
  tellTabs("staying")
}

/** What a reader hears of the countdown: at two minutes, at one, and at half a minute. */
export function spokenStep(secondsLeft: number): 120 | 60 | 30 {
  if (secondsLeft > 60) return 120
  return secondsLeft > 30 ? 60 : 30
}

/** Whoever speaks in no session has nothing told. */
function endOf(view: SessionView | null): number | null {
  const end = Date.parse(view?.endsAt ?? "")
  return Number.isFinite(end) ? end : null
}
