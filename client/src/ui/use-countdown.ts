/** The present as countdowns see it. One timer of the page serves all, and goes off only when one of them has another text. */
import { useEffect, useState } from "react"

import { milliseconds, nextPhraseAt } from "#client/lib/format/relative.ts"

interface Sleeper {
  /** Milliseconds since the epoch. */
  due: number
  wake: (now: number) => void
}

/** The longest that a browser's timer can be set to. */
const TIMER_MS = 2 ** 31 - 1

const sleepers = new Set<Sleeper>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Milliseconds since the epoch: the instant of the server's render at first, the browser's clock whenever the text changes. */
export function useCountdown(instant: string | number, renderedAt: string | number): number {
  const [now, setNow] = useState(() => milliseconds(renderedAt))
  useEffect(() => {
    const end = milliseconds(instant)
    if (!Number.isFinite(end)) return undefined
    const sleeper: Sleeper = {
      due: 0,
      wake: (present) => {
        setNow(present)
        sleeper.due = nextPhraseAt(end, present)
      },
    }
    sleepers.add(sleeper)
    if (sleepers.size === 1) document.addEventListener("visibilitychange", wakeDue)
    wakeDue()
    return () => {
      sleepers.delete(sleeper)
      if (sleepers.size === 0) document.removeEventListener("visibilitychange", wakeDue)
      setTimer()
    }
  }, [instant])
  return now
}

/** A machine that slept has missed its timers, so a page that is looked at again looks, too. */
function wakeDue(): void {
  const now = Date.now()
  for (const sleeper of sleepers) if (sleeper.due <= now) sleeper.wake(now)
  setTimer()
}

function setTimer(): void {
  clearTimeout(timer)
  timer = undefined
  if (sleepers.size === 0) return
  const first = Math.min(...[...sleepers].map(({ due }) => due))
  timer = setTimeout(wakeDue, Math.min(Math.max(first - Date.now(), 0), TIMER_MS))
}
