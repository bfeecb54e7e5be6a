import { afterEach, expect, test, vi } from "vitest"

import { ErrorSummary } from "#client/ui/error-summary.tsx"
import { draw, type } from "#client/ui/test-dom.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"
import type { Refusal, Values } from "#client/ui/use-checked-form.ts"

type Name = "code" | "note"
const names = ["code", "note"] as const

function check({ code }: Values<Name>) {
  if (code === "") return { code: "Enter a code." }
  return /^[A-Z]{5}$/u.test(code) ? {} : { code: "Five capitals." }
}

function Form({ send }: { send: (values: Values<Name>) => Promise<Refusal<Name> | null> }) {
  const { form, fields, message, attempt, pending } = useCheckedForm<Name>({ names, check, send })
  return (
    <form {...form}>
      {attempt > 0 ? (
        <ErrorSummary attempt={attempt} faults={[{ text: message ?? "Look below." }]} title="No" />
      ) : null}
      <TextField error={fields.code} label="Code" name="code" />
      <TextField label="Note" name="note" optional />
      <button type="submit">{pending ? "Sending…" : "Send"}</button>
    </form>
  )
}

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.end())

async function open(send = vi.fn<(values: Values<Name>) => Promise<Refusal<Name> | null>>()) {
  page = await draw(<Form send={send} />)
  const code = page.find("#field-code", HTMLInputElement)
  const note = page.find("#field-note", HTMLInputElement)
  const form = page.find("form", HTMLFormElement)
  return { send, code, note, form, submit: () => page.step(() => form.requestSubmit()) }
}

test("nothing is checked while a field is first typed in, nor when it is left empty", async () => {
  const { code, note } = await open()
  await page.step(() => code.focus())
  await page.step(() => note.focus())
  await page.step(() => type(code, "nl"))
  expect(page.text()).not.toContain("Five capitals.")
  expect(page.text()).not.toContain("Enter a code.")
})

test("a field is checked when it is left, and its error goes as soon as it is repaired", async () => {
  const { code, note } = await open()
  await page.step(() => code.focus())
  await page.step(() => type(code, "nl"))
  await page.step(() => note.focus())
  expect(page.text()).toContain("Five capitals.")
  expect(code.getAttribute("aria-describedby")).toBe("field-code-error")
  expect(code.getAttribute("aria-invalid")).toBe("true")
  await page.step(() => type(code, "NLRTM"))
  expect(page.text()).not.toContain("Five capitals.")
  expect(code.hasAttribute("aria-invalid")).toBe(false)
})

test("leaving a field for a button moves nothing away from the pointer", async () => {
  const { code } = await open()
  await page.step(() => code.focus())
  await page.step(() => type(code, "nl"))
  await page.step(() => page.find("button", HTMLButtonElement).focus())
  expect(page.text()).not.toContain("Five capitals.")
})

test("what the server says of a field stays while the summary takes the focus from it", async () => {
  const { send, code, submit } = await open()
  send.mockResolvedValue({ fields: { code: "Not this one." } })
  await page.step(() => code.focus())
  await page.step(() => type(code, "NLRTM"))
  await submit()
  expect(document.activeElement).toBe(page.find("[role=alert]", HTMLElement))
  expect(page.text()).toContain("Not this one.")
  await page.step(() => type(code, "BEANR"))
  expect(page.text()).not.toContain("Not this one.")
})

test("what has faults is not sent; the summary takes the focus, every time", async () => {
  const { send, submit } = await open()
  await submit()
  expect(send).not.toHaveBeenCalled()
  const summary = page.find("[role=alert]", HTMLElement)
  expect(document.activeElement).toBe(summary)
  await page.step(() => summary.blur())
  await submit()
  expect(document.activeElement).toBe(summary)
})

test("ten presses send once, and a refusal keeps what was typed", async () => {
  const { send, code, form, submit } = await open()
  const waiting: ((refusal: Refusal<Name>) => void)[] = []
  send.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)))
  await page.step(() => type(code, "NLRTM"))
  await page.step(() => {
    for (let press = 0; press < 10; press += 1) form.requestSubmit()
  })
  expect(send).toHaveBeenCalledExactlyOnceWith({ code: "NLRTM", note: "" })
  expect(page.text()).toContain("Sending…")
  await page.step(() => waiting[0]?.({ message: "Taken." }))
  expect(page.text()).toContain("Taken.")
  expect(code.value).toBe("NLRTM")
  await submit()
  expect(send).toHaveBeenCalledTimes(2)
})

test("the browser's own bubbles give way to the summary once the page is alive", async () => {
  const { form } = await open()
  expect(form.noValidate).toBe(true)
})
