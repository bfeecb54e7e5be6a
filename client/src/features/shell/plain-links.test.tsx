import { afterEach, expect, test } from "vitest"

import { inAppTarget, searchTarget } from "./plain-links.tsx"

afterEach(() => {
  document.body.innerHTML = ""
})

function press(html: string, init: MouseEventInit = {}): string | null {
  document.body.innerHTML = html
  let target: string | null = null
  const hear = (event: MouseEvent) => {
    target = inAppTarget(event)
    event.preventDefault()
  }
  document.addEventListener("click", hear)
  const inner = document.querySelector("b") ?? document.querySelector("a")
  inner?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }))
  document.removeEventListener("click", hear)
  return target
}

test("a plain link of this origin becomes a navigation, wherever inside it is pressed", () => {
  expect(press('<a href="/settings/users?page=2"><b>2</b></a>')).toBe("/settings/users?page=2")
})

test.each([
  ['<a href="https://elsewhere.example/"><b>x</b></a>', {}],
  ['<a href="mailto:ada@x.example"><b>x</b></a>', {}],
  ['<a href="#main"><b>x</b></a>', {}],
  ['<a href="/x" target="_blank"><b>x</b></a>', {}],
  ['<a href="/x" download><b>x</b></a>', {}],
  ['<a href="/x"><b>x</b></a>', { ctrlKey: true }],
  ['<a href="/x"><b>x</b></a>', { metaKey: true }],
  ['<a href="/x"><b>x</b></a>', { button: 1 }],
  ["<a><b>x</b></a>", {}],
])("%s with %j is left to the browser", (html, init) => {
  expect(press(html, init)).toBeNull()
})

function submit(html: string): string | null {
  document.body.innerHTML = html
  let target: string | null = null
  const hear = (event: SubmitEvent) => {
    target = searchTarget(event)
    event.preventDefault()
  }
  document.addEventListener("submit", hear)
  document.querySelector("form")?.requestSubmit()
  document.removeEventListener("submit", hear)
  return target
}

test("a GET form becomes a navigation without its empty fields", () => {
  const form = `<form action="/settings/users"><input name="search" value="a b"><input name="sort" value=""></form>`
  expect(submit(form)).toBe("/settings/users?search=a+b")
  expect(submit('<form action="/settings/users"><input name="search"></form>')).toBe(
    "/settings/users",
  )
})

test("a form that posts, or closes a dialog, is left alone", () => {
  expect(submit('<form action="/login" method="post"></form>')).toBeNull()
  expect(submit('<form action="https://elsewhere.example/"></form>')).toBeNull()
})
