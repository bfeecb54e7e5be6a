import { afterEach, expect, test, vi } from "vitest"

import { fakeServer } from "#client/services/fake-server.ts"
import { draw, type } from "#client/ui/test-dom.tsx"

import { CodeForm } from "./code-form.tsx"

const CODE_AUTH = "/iam/api/v1/auth/codeAuth"
const OWED = {
  owed: { fbtkn: "5ec2e7", emailId: "ada@harbour.example" },
  redirectUri: undefined,
}

let page: Awaited<ReturnType<typeof draw>>
afterEach(async () => {
  await page.end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const input = () => page.find("input[name=code]", HTMLInputElement)
const submit = () => page.find("button.ui-button-primary", HTMLButtonElement)
const again = () => page.find("button[name=again]", HTMLButtonElement)

test("the field is one that phones and password managers fill in", async () => {
  page = await draw(<CodeForm {...OWED} posted={null} />)
  expect([input().autocomplete, input().inputMode]).toEqual(["one-time-code", "numeric"])
  const form = page.find("form", HTMLFormElement)
  const [action, method] = [form.getAttribute("action"), form.method]
  expect(action).toBe("/login?fbtkn=5ec2e7&sendCode=true&emailId=ada%40harbour.example")
  expect(method).toBe("post")
})

test("what is no code is not sent", async () => {
  const asked = fakeServer({})
  page = await draw(<CodeForm {...OWED} posted={null} />)
  await page.step(() => type(input(), "12345"))
  await page.step(() => submit().click())
  expect(page.text()).toContain("Enter the six-digit code from the message.")
  expect([input().value, asked]).toEqual(["12345", []])
})

test("a wrong code is told beside the field and stays in it", async () => {
  const detail = "This is not the code of the mail. You can try 4 more times."
  const body = { title: "Wrong code", errors: [{ pointer: "/code", detail }] }
  fakeServer({ [CODE_AUTH]: { status: 422, body } })
  page = await draw(<CodeForm {...OWED} posted={null} />)
  await page.step(() => type(input(), "123 456"))
  await page.step(() => submit().click())
  expect(page.text()).toContain(detail)
  expect(input().value).toBe("123 456")
  expect(input().getAttribute("aria-invalid")).toBe("true")
})

test("a new code is told of, and the fault of the former one goes", async () => {
  const detail = "This code has expired. Request a new one."
  const body = { title: "Expired code", errors: [{ pointer: "/code", detail }] }
  fakeServer({
    [CODE_AUTH]: { status: 422, body },
    [`${CODE_AUTH}/resend`]: { body: { data: {} } },
  })
  page = await draw(<CodeForm {...OWED} posted={null} />)
  await page.step(() => type(input(), "123456"))
  await page.step(() => submit().click())
  expect(page.text()).toContain(detail)
  await page.step(() => again().click())
  expect(page.text()).not.toContain(detail)
  expect(page.find("output", HTMLOutputElement).textContent).toContain("We sent a new code")
})

test("between two codes the button counts down and does nothing", async () => {
  vi.useFakeTimers()
  const asked = fakeServer({ [`${CODE_AUTH}/resend`]: { body: { data: {} } } })
  page = await draw(<CodeForm {...OWED} posted={null} />)
  await page.step(() => again().click())
  expect([again().textContent, again().ariaDisabled]).toEqual(["Send a new code in 30 s", "true"])
  await page.step(() => again().click())
  expect(asked.length).toBe(1)
  for (let second = 0; second < 30; second += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each second begins with what the one before has drawn
    await page.step(() => void vi.advanceTimersByTime(1000))
  }
  expect([again().textContent, again().ariaDisabled]).toEqual(["Send a new code", null])
  await page.step(() => again().click())
  expect(asked.length).toBe(2)
})

test("a sign-in that is over is told above the form", async () => {
  const detail = "This sign-in is over, or was begun in another browser. Please sign in again."
  const body = { title: "Sign-in over", detail, errors: [{ pointer: "/fbtkn", detail }] }
  fakeServer({ [`${CODE_AUTH}/resend`]: { status: 422, body } })
  page = await draw(<CodeForm {...OWED} posted={null} />)
  await page.step(() => again().click())
  expect(page.find("[role=alert]", HTMLDivElement).textContent).toContain(detail)
})

test("a form that came back without script shows the fault and what was typed", async () => {
  const detail = "A newer code has replaced this one."
  const problem = {
    type: "x",
    title: "Old code",
    status: 422,
    errors: [{ pointer: "/code", detail }],
  }
  page = await draw(
    <CodeForm {...OWED} posted={{ problem, email: "", code: "123456", pending: null }} />,
  )
  expect(page.text()).toContain(detail)
  expect(input().value).toBe("123456")
  await page.end()
  page = await draw(
    <CodeForm {...OWED} posted={{ problem: null, email: "", code: "", pending: null }} />,
  )
  expect(page.text()).toContain("We sent a new code")
})
