import { afterEach, expect, test } from "vitest"

import { initials } from "#client/ui/avatar.tsx"
import { Badge } from "#client/ui/badge.tsx"
import { Button } from "#client/ui/button.tsx"
import { Pagination } from "#client/ui/pagination.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import { draw } from "#client/ui/test-dom.tsx"

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.end())

test.each([
  [0, ""],
  [1, "1"],
  [9, "9"],
  [10, "9+"],
])("%d unread shows '%s'", async (count, text) => {
  page = await draw(<Badge count={count} />)
  expect(page.text()).toBe(text)
})

test.each([
  ["Ada Okonkwo", "AO"],
  ["  Cher ", "C"],
  ["Ana María de la Cruz", "AC"],
  ["𝒜da", "𝒜"],
  ["", "·"],
])("the avatar of '%s' shows %s", async (name, letters) => {
  page = await draw(null)
  expect(initials(name)).toBe(letters)
})

test("a pending button keeps the focus, says what goes on and does nothing more", async () => {
  let presses = 0
  const button = (pending: string | null) => (
    <Button onClick={() => (presses += 1)} pending={pending}>
      Save
    </Button>
  )
  page = await draw(button("Saving…"))
  const element = page.find("button", HTMLButtonElement)
  element.focus()
  await page.step(() => element.click())
  expect([presses, element.textContent, element.disabled]).toEqual([0, "Saving…", false])
  expect(element.getAttribute("aria-disabled")).toBe("true")
  expect(document.activeElement).toBe(element)
})

test("a password can be looked at, and Caps Lock is told", async () => {
  page = await draw(<PasswordField label="Password" name="password" />)
  const input = page.find("input", HTMLInputElement)
  const toggle = page.find("button", HTMLButtonElement)
  expect([input.type, toggle.getAttribute("aria-pressed")]).toEqual(["password", "false"])
  await page.step(() => toggle.click())
  expect([input.type, toggle.getAttribute("aria-pressed")]).toEqual(["text", "true"])
  await page.step(() => {
    input.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, modifierCapsLock: true }))
  })
  expect(page.text()).toContain("Caps Lock is on.")
})

function Pages({ at, isLowerBound = false }: { at: number; isLowerBound?: boolean }) {
  return (
    <Pagination
      href={(to) => `/list?page=${to}`}
      isLowerBound={isLowerBound}
      page={at}
      pageSize={25}
      sizes={[{ size: 25, href: "/list?pageSize=25" }]}
      summary="1 to 25 of 60"
      total={60}
    />
  )
}

function steps() {
  return [...document.querySelectorAll(".ui-pages-step")].map((link) => link.getAttribute("href"))
}

test("at both ends of a list the step beyond has no address", async () => {
  page = await draw(<Pages at={1} />)
  expect(steps()).toEqual([null, "/list?page=2"])
  await page.end()
  page = await draw(<Pages at={3} />)
  expect(steps()).toEqual(["/list?page=2", null])
  expect(page.text()).toContain("Page 3 of 3")
})

test("where not all rows were counted, no page is the last", async () => {
  page = await draw(<Pages at={3} isLowerBound />)
  expect(steps()).toEqual(["/list?page=2", "/list?page=4"])
  expect(page.text()).toContain("Page 3")
  expect(page.text()).not.toContain("Page 3 of")
})
