/** Renders of every route before the snapshot is taken, so that an isolate starts with compiled code. */
import { forgetClocks } from "client/lib/format/zone.ts"

import { manifestRoutes } from "./manifest.ts"
import { renderPage } from "./render.tsx"
import { WEATHERS, sampleInput, samplePages } from "./sample.ts"

/** Enough for V8 to compile what is used; optimised code is not part of a snapshot. */
const ROUNDS = 10

/** Throws when a route gives no HTML. */
export function warmUpRoutes(): void {
  for (const page of samplePages(manifestRoutes())) {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const weather of WEATHERS) {
        const input = JSON.stringify(sampleInput(page, weather))
        if (renderPage(JSON.parse(input)) === "") throw new Error(`${page.url} renders nothing`)
      }
    }
  }
  forgetClocks()
  forgetLastMatch()
}

/** V8 keeps the text that a regular expression last matched. */
function forgetLastMatch(): void {
  ;/[a-z]?/u.test("")
}
