/** What Rust calls in the isolate: `globals.d.ts` says what each function gives. */
import { manifestRoutes } from "./manifest.ts"
import { isSettled, renderPage, settle } from "./render.tsx"
import { warmUpRoutes } from "./warm-up.ts"

/** What kept a route module from loading. */
let failure: Error | null = null

Object.assign(globalThis, {
  render: (input: string): string => renderPage(JSON.parse(input)),
  manifest: (): string => JSON.stringify(manifestRoutes()),
  settled: (): string => {
    if (failure !== null) throw failure
    return String(isSettled())
  },
  warmUp: (): string => {
    warmUpRoutes()
    return "ok"
  },
})

settle().catch((error: unknown) => {
  failure = error instanceof Error ? error : new Error(String(error))
})
