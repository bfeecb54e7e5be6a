/** Renders of every route with made-up data before the snapshot is taken, so that isolates start with compiled code. */
import type { RenderInput } from "client/lib/input.ts"

import { type ManifestRoute, manifestRoutes } from "./manifest.ts"
import { renderPage } from "./render.tsx"

const ROUNDS = 30

/** Throws when a route gives no HTML. */
export function warmUpRoutes(): void {
  for (const path of pathsOf(manifestRoutes())) {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (renderPage(inputFor(path, round)) === "") throw new Error(`${path} renders nothing`)
    }
  }
}

function inputFor(url: string, _round: number): RenderInput {
  return {
    url,
    session: null,
    data: {},
    env: {
      locale: "en",
      timeZone: "UTC",
      now: "2026-01-01T00:00:00Z",
      theme: "system",
      features: [],
      identity: { embedded: true, apiKey: "x", projectId: "x", authDomain: null },
    },
  }
}

function pathsOf(list: readonly ManifestRoute[], base = ""): string[] {
  return list.flatMap((route) => {
    const path = route.path === null ? base : `${base}/${route.path}`.replaceAll("//", "/")
    const own =
      route.module !== null && route.auth !== null && route.redirect === null ? [path] : []
    return [...own, ...pathsOf(route.children, path)]
  })
}
