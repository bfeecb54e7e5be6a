/** What a page notes of itself while it loads and while somebody works with it. Runs in the page, before its own scripts. */

/** What the page has noted; milliseconds since the navigation began. */
export interface Noted {
  fcp: number
  lcp: number
  cls: number
  /** What each long task took beyond 50 ms, after the first paint: the total blocking time. */
  blocked: number
  /** When React has taken over what the server drew; 0 while it has not, as on a page for guests until it is used. */
  hydrated: number
  /** The slowest interaction since the notes were taken last: from the input to the next paint. */
  interaction: number
}

declare global {
  interface Window {
    noted: Noted
  }
}

/** To be handed to `addInitScript`. */
export function observe(): void {
  const noted: Noted = { fcp: 0, lcp: 0, cls: 0, blocked: 0, hydrated: 0, interaction: 0 }
  window.noted = noted
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what stands inside reaches the page
  const watch = (type: string, note: (entry: PerformanceEntry) => void, more = {}) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    })
    observer.observe({ type, buffered: true, ...more })
  }
  watch("paint", (entry) => {
    if (entry.name === "first-contentful-paint") noted.fcp = entry.startTime
  })
  watch("largest-contentful-paint", (entry) => {
    noted.lcp = entry.startTime
  })
  watch("layout-shift", (entry) => {
    if ("hadRecentInput" in entry && entry.hadRecentInput === true) return
    if ("value" in entry && typeof entry.value === "number") noted.cls += entry.value
  })
  watch("longtask", ({ startTime, duration }) => {
    if (noted.fcp > 0 && startTime + duration > noted.fcp) noted.blocked += duration - 50
  })
  watch(
    "event",
    (entry) => {
      const isInteraction = "interactionId" in entry && entry.interactionId !== 0
      if (isInteraction) noted.interaction = Math.max(noted.interaction, entry.duration)
    },
    { durationThreshold: 16 },
  )
  const timer = setInterval(() => {
    const heading = document.querySelector("h1")
    if (heading === null || !Object.keys(heading).some((key) => key.startsWith("__react"))) return
    clearInterval(timer)
    noted.hydrated = performance.now()
  }, 5)
}
