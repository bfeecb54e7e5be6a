/** Asks whether somebody has changed the record that is open: on coming back to the page, and while something is typed. */
import { useEffect } from "react"

import { needQuery } from "#client/services/needs.ts"
import { useVisit } from "#client/services/page.tsx"

const STEP_MS = 30_000
/** A page that is come back to again and again asks no oftener. */
const LEAST_MS = 2000

/** `record` is its path at the services. */
export function useNews(record: string, dirty: boolean): void {
  const { queries } = useVisit()
  useEffect(() => {
    let asked = Date.now()
    const ask = () => {
      if (document.visibilityState === "hidden" || Date.now() - asked < LEAST_MS) return
      asked = Date.now()
      for (const url of [record, `${record}/history`]) {
        void queries.invalidateQueries({ queryKey: needQuery(url).queryKey, exact: true })
      }
    }
    const timer = dirty ? setInterval(ask, STEP_MS) : undefined
    window.addEventListener("focus", ask)
    document.addEventListener("visibilitychange", ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener("focus", ask)
      document.removeEventListener("visibilitychange", ask)
    }
  }, [queries, record, dirty])
}
