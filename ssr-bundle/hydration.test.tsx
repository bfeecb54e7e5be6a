/** The browser takes over what the server rendered, on every route and in every weather, without a complaint of React. */
import { openDocument } from "client/document.tsx"
import type { RenderInput } from "client/lib/input.ts"
import { ACTIONS, RESOURCES } from "client/lib/rights.ts"
import { act } from "react"
import { hydrateRoot } from "react-dom/client"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"

import { manifestRoutes } from "./manifest.ts"
import { isSettled, renderPage, settle } from "./render.tsx"
import { type SamplePage, WEATHERS, sampleInput, samplePages } from "./sample.ts"

const READY = samplePages(manifestRoutes())
  .filter(({ auth }) => auth === "required")
  .map((page) => [page.id, page] as const)
const EVERY_RIGHT = RESOURCES.flatMap((resource) =>
  ACTIONS[resource].map((action) => `${resource}:${action}`),
)
const CASES = samplePages(manifestRoutes()).flatMap((page) =>
  WEATHERS.map((weather) => [page.id, weather, page] as const),
)

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal: () => {} })
  await settle()
})
beforeEach(() => {
  // Needs that are not ready are fetched by the browser; here nobody answers.
  vi.stubGlobal("fetch", () => new Promise(() => {}))
})
afterEach(() => vi.unstubAllGlobals())

test("all route modules are loaded before anything is rendered", () => {
  expect(isSettled()).toBe(true)
})

test.each(CASES)("%s hydrates when its needs are %s", async (_, weather, page) => {
  expect(await complaintsOf(page, sampleInput(page, weather))).toEqual([])
})

test.each(READY)("%s hydrates for who has no rights", async (_, page) => {
  expect(await complaintsOf(page, withRights(sampleInput(page, "ready"), []))).toEqual([])
})

test.each(READY)("%s hydrates for who has every right", async (_, page) => {
  expect(await complaintsOf(page, withRights(sampleInput(page, "ready"), EVERY_RIGHT))).toEqual([])
})

/** What React says while it takes over the page. */
async function complaintsOf(page: SamplePage, input: RenderInput): Promise<unknown[]> {
  const html = renderPage(input)
  expect(html).not.toBe("")
  expect(html).not.toMatch(/<script|<style|\sstyle="/)

  history.replaceState(null, "", page.url)
  document.body.innerHTML = `<div id="root">${html}</div>`
  const root = document.getElementById("root")
  if (root === null) throw new Error("no root")
  const { app } = await openDocument(input)
  const complaints: unknown[] = []
  vi.spyOn(console, "error").mockImplementation((...words) => complaints.push(words))
  const hydrated = await act(async () =>
    hydrateRoot(root, app, { onRecoverableError: (error) => complaints.push(error) }),
  )
  await act(async () => hydrated.unmount())
  return complaints
}

function withRights(input: RenderInput, permissions: string[]): RenderInput {
  return input.session === null ? input : { ...input, session: { ...input.session, permissions } }
}

test("the same input gives the same text, whatever was rendered in between", () => {
  const [first, ...others] = samplePages(manifestRoutes())
  if (first === undefined) throw new Error("no routes")
  const once = renderPage(sampleInput(first, "ready"))
  for (const page of others) renderPage(sampleInput(page, "failed"))
  expect(renderPage(sampleInput(first, "ready"))).toBe(once)
})
