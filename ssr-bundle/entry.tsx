/** What Rust calls in the isolate: `globals.d.ts` says what each function gives. */
import { manifestRoutes } from "./manifest.ts"
import { isSettled, renderPage, settle } from "./render.tsx"
import { warmUpRoutes } from "./warm-up.ts"

Object.assign(globalThis, {
  render: (input: string): string => renderPage(JSON.parse(input)),
  manifest: (): string => JSON.stringify(manifestRoutes()),
  settled: (): string => String(isSettled()),
  warmUp: (): string => {
    warmUpRoutes()
    return "ok"
  },
})

void settle()
