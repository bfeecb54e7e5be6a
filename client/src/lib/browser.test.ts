import { afterEach, expect, test, vi } from "vitest"

import { alone, copy, newId } from "./browser.ts"

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u

afterEach(() => vi.unstubAllGlobals())

/** The page came over plain http from a host that is not localhost. */
function comeByPlainHttp() {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal("crypto", { getRandomValues })
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("isSecureContext", false)
}

test("an id is a UUID in any context, and never the same", () => {
  vi.stubGlobal("isSecureContext", true)
  expect(newId()).toMatch(VERSION_4)
  comeByPlainHttp()
  const ids = Array.from({ length: 100 }, newId)
  for (const id of ids) expect(id).toMatch(VERSION_4)
  expect(new Set(ids).size).toBe(100)
})

test("a text is copied without the clipboard, and the focus stays", async () => {
  comeByPlainHttp()
  document.body.innerHTML = "<dialog open><button>Copy</button></dialog>"
  const button = document.querySelector("button")
  button?.focus()
  const marked: string[] = []
  const execute = vi.fn<() => boolean>(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLTextAreaElement) marked.push(activeElement.value)
    return true
  })
  Object.assign(document, { execCommand: execute })
  expect(await copy("WB-1")).toBe(true)
  expect(execute).toHaveBeenCalledWith("copy")
  expect(marked).toEqual(["WB-1"])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector("textarea")).toBeNull()
})

test("a task is done where tabs cannot wait for each other", async () => {
  comeByPlainHttp()
  await expect(alone("task", async () => 7)).resolves.toBe(7)
})
