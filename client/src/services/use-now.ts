import { useLayoutEffect, useState } from "react"

const STEP_MS = 15_000

/**
 * Milliseconds since the epoch: the instant of the server's render at first, the browser's clock later on. What is opened when the
 * document is no longer new shows the browser's clock at once.
 */
export function useNow(renderedAt: string): number {
  const [now, setNow] = useState(() => Date.parse(renderedAt))
  useLayoutEffect(() => {
    const tick = () => setNow(Date.now())
    if (Date.now() - Date.parse(renderedAt) > STEP_MS) tick()
    const timer = setInterval(tick, STEP_MS)
    return () => clearInterval(timer)
  }, [renderedAt])
  return now
}
