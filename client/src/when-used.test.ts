import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { whenUsed } from "./when-used.ts"

const PAGE = `
  <p id="text">Welcome</p> <a href="/register" id="away">Register</a>
  <form id="form"><input id="field" name="email"><button id="send" type="submit">Sign in</button>
  <button id="eye" type="button">Show password</button></form>
  <a data-waits href="/login" id="again">Sign in again</a>
  <dialog id="dialog"><form id="closing" method="dialog"><button id="close">Close</button></form></dialog>`

const start = vi.fn<() => Promise<void>>()
/** Each start of the application, to be settled by the test. */
let starts: { come: () => void; fail: () => void }[]
/** What reaches the listeners of the page, in order. */
let seen: string[]
let startNow: () => void

beforeEach(() => {
  starts = []
  seen = []
  start.mockReset()
  start.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        starts.push({ come: resolve, fail: () => reject(new Error("offline")) })
      }),
  )
  const page = document.createElement("main")
  page.innerHTML = PAGE
  for (const type of ["click", "submit"]) page.addEventListener(type, note)
  document.body.replaceChildren(page)
  startNow = whenUsed(start)
})

// The window is that of all tests: what has started no longer listens.
afterEach(async () => {
  document.body.replaceChildren()
  startNow()
  starts.at(-1)?.come()
  await start.mock.results.at(-1)?.value
})

function note(event: Event): void {
  const { target, type } = event
  seen.push(`${type} ${target instanceof Element ? target.id : ""}`)
  // jsdom goes nowhere.
  if (type === "submit" || target instanceof HTMLAnchorElement) event.preventDefault()
}

function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`no #${id}`)
  return element
}

function dispatch(type: string, id: string): void {
  find(id).dispatchEvent(new Event(type, { bubbles: true }))
}

test.each(["pointerdown", "keydown", "focusin", "input", "change"])(
  "%s in a form starts the application once",
  (type) => {
    dispatch(type, "text")
    dispatch(type, "away")
    expect(start).not.toHaveBeenCalled()
    dispatch(type, "field")
    dispatch(type, "eye")
    expect(start).toHaveBeenCalledTimes(1)
  },
)

test("what is pressed before the application is alive is done then, once and in order", async () => {
  for (const id of ["eye", "send", "send", "again"]) find(id).click()
  expect(seen).toEqual([])
  starts[0]?.come()
  await vi.waitFor(() =>
    expect(seen).toEqual(["click eye", "click send", "submit form", "click again"]),
  )
  find("eye").click()
  expect(seen.at(-1)).toBe("click eye")
  expect(start).toHaveBeenCalledTimes(1)
})

test("a form that a password manager sends waits, too", async () => {
  const form = find("form")
  if (form instanceof HTMLFormElement) form.requestSubmit()
  expect(start).toHaveBeenCalledTimes(1)
  expect(seen).toEqual([])
  starts[0]?.come()
  await vi.waitFor(() => expect(seen).toEqual(["submit form"]))
})

test("links and the closing of dialogs are the browser's own", () => {
  find("away").click()
  expect(start).not.toHaveBeenCalled()
  find("close").click()
  expect(seen).toEqual(["click away", "click close", "submit closing"])
})

test("without an application the form is sent as it is, and the next use tries again", async () => {
  find("send").click()
  starts[0]?.fail()
  await vi.waitFor(() => expect(seen).toEqual(["click send", "submit form"]))
  dispatch("focusin", "field")
  expect(start).toHaveBeenCalledTimes(2)
  find("eye").click()
  starts[1]?.come()
  await vi.waitFor(() => expect(seen.at(-1)).toBe("click eye"))
})

test("the application can be started before any use", () => {
  startNow()
  startNow()
  expect(start).toHaveBeenCalledTimes(1)
})
