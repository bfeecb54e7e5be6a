/** Fixtures of all browser tests: one server per worker, and a page that tolerates no complaint of the browser. */
import { test as base, expect } from "@playwright/test"
import type { Page } from "@playwright/test"

import { startServer } from "./server.ts"
import type { Server } from "./server.ts"

/** What the browser complained of: console warnings and errors, exceptions, CSP reports, requests to elsewhere. */
export class Complaints {
  readonly #found: string[] = []
  #expected: RegExp[] = []

  /** Tolerates complaints that match, for tests of failures. */
  expect(pattern: RegExp) {
    this.#expected.push(pattern)
  }

  watch(page: Page, origin: string) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.#add(`console ${message.type()}: ${message.text()} (${message.location().url})`)
      }
    })
    page.on("pageerror", (error) => {
      this.#add(`exception: ${error.message}`)
    })
    page.on("request", (request) => {
      const url = new URL(request.url())
      if (url.pathname === "/csp-report") {
        this.#add(`CSP report: ${request.postData() ?? ""}`)
      } else if (url.protocol.startsWith("http") && url.origin !== origin) {
        this.#add(`request to another origin: ${request.url()}`)
      }
    })
  }

  none() {
    expect(this.#found).toEqual([])
  }

  #add(complaint: string) {
    if (!this.#expected.some((pattern) => pattern.test(complaint))) {
      this.#found.push(complaint)
    }
  }
}

type TestFixtures = { complaints: Complaints }
type WorkerFixtures = { server: Server }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, provide) => {
      const server = await startServer()
      await provide(server)
      await server.stop()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, provide) => {
    await provide(server.origin)
  },
  complaints: [
    async ({ page, server }, provide) => {
      const complaints = new Complaints()
      complaints.watch(page, server.origin)
      await provide(complaints)
      complaints.none()
    },
    { auto: true },
  ],
})

export { expect } from "@playwright/test"
