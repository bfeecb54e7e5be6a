import { useEffect, useState } from "react"

const STEP_MS = 15_000

/** Milliseconds since the epoch: the instant of the server's render at first, the browser's clock later on. */
export function useNow(renderedAt: string): number {
  const [now, setNow] = useState(() => Date.parse(renderedAt))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
