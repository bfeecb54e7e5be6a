/** Fixtures of all browser tests: one server per file, and a page that tolerates no complaint of the browser. */
import { test as base, expect } from "@playwright/test"
import type { Page } from "@playwright/test"

import { OF_RESTARTS } from "./balanced.ts"
import { HOST } from "./elsewhere.ts"
import { EMULATOR } from "./emulator.ts"
import { startServer } from "./server.ts"
import type { Server } from "./server.ts"
import { APART } from "./upstream.ts"

/** What the browser complained of: console warnings and errors, exceptions, CSP reports, requests to elsewhere. */
export class Complaints {
  readonly #found: string[] = []
  #expected: RegExp[] = [OF_RESTARTS]

  /** Tolerates complaints that match, for tests of failures. */
  expect(pattern: RegExp) {
    this.#expected.push(pattern)
  }

  watch(page: Page, origin: string) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        const where = `${page.url()}, ${message.location().url}`
        this.#add(`console ${message.type()}: ${message.text()} (${where})`)
      }
    })
    page.on("pageerror", (error) => {
      this.#add(`exception: ${error.message}`)
    })
    page.on("request", (request) => {
      const url = new URL(request.url())
      if (url.pathname === "/csp-report") {
        this.#add(`CSP report: ${request.postData() ?? ""}`)
      } else if (url.protocol.startsWith("http") && ![origin, EMULATOR].includes(url.origin)) {
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

/** The server of the file whose tests are running. */
type Running = { file: string; server: Server | null }

type TestFixtures = { complaints: Complaints; demo: boolean; host: string; server: Server }
type WorkerFixtures = { running: Running }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  running: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, provide) => {
      const running: Running = { file: "", server: null }
      await provide(running)
      await running.server?.stop()
    },
    { scope: "worker" },
  ],
  // `test.use({ demo: true })` at the head of a file: its server has the company of the demonstration, for `enterDemo`.
  demo: [false, { option: true }],
  // `test.use({ host: ELSEWHERE })`: its server is reached under this name, as on another machine.
  host: [HOST, { option: true }],
  // Each file has a server of its own: all of them together would register more people, and send more mails, than one address
  // may in an hour.
  server: async ({ running, demo, host }, provide, { file }) => {
    let { server } = running
    if (server === null || running.file !== file) {
      await server?.stop()
      server = await startServer({ demo, host })
      Object.assign(running, { file, server })
    }
    await provide(server)
  },
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

/** Ends the test where the provider is not our own, and prints why. */
export function needsOwnProvider(reason: string) {
  if (EMULATOR === null) return
  process.stdout.write(`Not with a provider elsewhere: ${reason}\n`)
  test.skip(true, reason)
}

/** Ends the test where the users are on another machine, which tells open pages nothing, and prints why. */
export function needsPush(reason: string) {
  if (!APART) return
  process.stdout.write(`Not with users on another machine: ${reason}\n`)
  test.skip(true, reason)
}

export { expect } from "@playwright/test"
