import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { TOAST_MS, toast } from "#client/services/toasts.ts"
import { draw } from "#client/ui/test-dom.tsx"

import { Toasts } from "./toasts.tsx"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test("a message leaves the page although it was held in a dialog that closed", async () => {
  const dialog = await draw(<Toasts />)
  await dialog.step(() => void toast.error("Not saved."))
  await dialog.step(() => dialog.find("button", HTMLButtonElement).focus())
  await dialog.step(() => void vi.advanceTimersByTime(2 * TOAST_MS))
  expect(dialog.text()).toBe("Not saved.")
  await dialog.end()

  const page = await draw(<Toasts />)
  expect(page.text()).toBe("Not saved.")
  await page.step(() => void vi.advanceTimersByTime(TOAST_MS))
  expect(page.text()).toBe("")
  await page.end()
})
