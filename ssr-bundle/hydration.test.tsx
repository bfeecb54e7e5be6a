/** The browser takes over what the server rendered, on every route and in every weather, without a complaint of React. */
import { openDocument } from "client/document.tsx"
import { act } from "react"
import { hydrateRoot } from "react-dom/client"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"

import { manifestRoutes } from "./manifest.ts"
import { isSettled, renderPage, settle } from "./render.tsx"
import { WEATHERS, sampleInput, samplePages } from "./sample.ts"

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
  const input = sampleInput(page, weather)
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
  expect(complaints).toEqual([])
  await act(async () => hydrated.unmount())
})

test("the same input gives the same text, whatever was rendered in between", () => {
  const [first, ...others] = samplePages(manifestRoutes())
  if (first === undefined) throw new Error("no routes")
  const once = renderPage(sampleInput(first, "ready"))
  for (const page of others) renderPage(sampleInput(page, "failed"))
  expect(renderPage(sampleInput(first, "ready"))).toBe(once)
})
