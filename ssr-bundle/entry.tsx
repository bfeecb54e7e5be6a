/** What Rust calls in the isolate: `globals.d.ts` says what each function gives. */
import { routes } from "client/routes.tsx"

import { type Forms, manifestRoutes, readForms } from "./manifest.ts"
import { isSettled, renderPage, settle } from "./render.tsx"
import { warmUpRoutes } from "./warm-up.ts"

/** What kept a route module from loading. */
let failure: Error | null = null
let forms: Forms | null = null

Object.assign(globalThis, {
  render: (input: string): string => renderPage(JSON.parse(input)),
  manifest: (): string => JSON.stringify(manifestRoutes(routes, forms ?? undefined)),
  settled: (): string => {
    if (failure !== null) throw failure
    return String(isSettled() && forms !== null)
  },
  warmUp: (): string => {
    warmUpRoutes()
    return "ok"
  },
})

async function start(): Promise<void> {
  await settle()
  forms = await readForms()
}

start().catch((error: unknown) => {
  failure = error instanceof Error ? error : new Error(String(error))
})
