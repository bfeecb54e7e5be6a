/** Renders of every route before the snapshot is taken, so that an isolate starts with compiled code. */
import { forgetClocks } from "client/lib/format/zone.ts"

import { manifestRoutes } from "./manifest.ts"
import { renderPage } from "./render.tsx"
import { type SamplePage, WEATHERS, sampleInput, samplePages } from "./sample.ts"

/** Enough for V8 to compile what is used; optimised code is not part of a snapshot. */
const ROUNDS = 10

/** Throws when a route cannot be rendered, or gives no HTML. */
export function warmUpRoutes(): void {
  try {
    for (const page of samplePages(manifestRoutes())) warmUpRoute(page)
  } finally {
    // With what they hold, V8 would end the process before it says why a route failed.
    forgetClocks()
    forgetLastMatch()
  }
}

function warmUpRoute(page: SamplePage): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const weather of WEATHERS) {
      const input = JSON.stringify(sampleInput(page, weather))
      if (renderPage(JSON.parse(input)) === "") throw new Error(`${page.url} renders nothing`)
    }
  }
}

/** V8 keeps the text that a regular expression last matched. */
function forgetLastMatch(): void {
  ;/[a-z]?/u.test("")
}
