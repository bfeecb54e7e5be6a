/** Every list, record and form whose service refuses, is in trouble or cannot be reached: it says so, and loses nothing. */
import type { Page } from "@playwright/test"

import { paths } from "#client/paths.ts"

import { call, enterDemo, idIn } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { KINDS, fillIn } from "./lifecycle-kinds.ts"
import { openForm } from "./reading.ts"
import { follow, refuse, watchFor } from "./refused.ts"
import { save } from "./save.ts"
import { type Place, isOperators, placesOf } from "./screens.ts"

test.use({ demo: true })

/** What the service answers; the second of two comes when it is asked again. */
type Answers = readonly [first: number, then?: number]

/** What it says for the second until it asks once more by itself. */
const AGAIN_SOON = /Trying again in \d second/u

/** What the browser tells the console of what it was refused. */
const REFUSED = /status of (?:403|404|412|429|500)|ERR_INTERNET_DISCONNECTED/u

test.beforeEach(async ({ page, complaints, server }) => {
  test.slow()
  complaints.expect(REFUSED)
  complaints.expect(/Blocked script execution in 'about:blank'/u)
  // With the last route the browser stops asking, and what is sent just after the next one was made may pass it by.
  await page.route(
    () => false,
    (route) => route.fallback(),
  )
  await enterDemo(page, server)
})

for (const kind of ["list", "record"] as const) {
  test(`a ${kind} that is refused, hurried, broken or out of reach says so with a way on, and comes when asked again`, async ({
    page,
  }) => {
    const places = await placesOf(page)
    for (const place of places.filter((each) => each.kind === kind)) {
      await test.step(place.id, () => isToldWhenUnread(page, place))
    }
  })
}

async function isToldWhenUnread(page: Page, place: Place) {
  const { id, kind, path, reads } = place
  const main = page.getByRole("main")
  const again = main.getByRole("button", { name: "Try again" }).first()
  const shows = async () => {
    await follow(page, paths.notFound())
    await expect(main).toContainText("This page does not exist")
    await follow(page, path)
    await expect(page).toHaveURL(({ pathname }) => pathname === path.split("?", 1)[0])
  }
  const service = await answering(page, "GET", reads ?? "")
  // What another screen has read just now is not asked for again.
  await page.goto(paths.notFound())
  await page.waitForLoadState("networkidle")

  // Hurried, it waits as long as it is told to, and asks once more by itself.
  service.answer([429, 500])
  const waited = await watchFor(page, AGAIN_SOON)
  await shows()
  await waited()
  await expect(main, id).toContainText("(500)")
  await expect(main, id).toContainText("req-4711")

  service.answer([])
  await page.context().setOffline(true)
  await again.click()
  await expect(main, id).toContainText("You are offline.")
  await page.context().setOffline(false)

  service.answer([404])
  await shows()
  if (kind === "list") {
    await expect(main, id).toContainText("(404)")
    await expect(again, id).toBeVisible()
  } else {
    await expect(main, id).toContainText("Record not found")
    await expect(main.getByRole("link", { name: "Go to the list" }), id).toBeVisible()
  }

  service.answer([403])
  await shows()
  await expect(main, id).toContainText(
    kind === "list"
      ? "You don't have permission to see this list."
      : "You don't have permission to see this",
  )
  await expect(main, id).toContainText(isOperators(place) ? "(403)" : "You need the permission ")

  service.answer([500])
  await shows()
  await expect(main, id).toContainText("(500)")
  service.answer([])
  await again.click()
  await expect(again, id).toBeHidden()
  await expect(main.locator("tbody tr, form.rc-form, .rp-page").first(), id).toBeVisible()
  await expect(main.locator("[aria-busy=true]"), id).toHaveCount(0)
  await service.leave()
}

test("every other screen whose data do not come says so in their place, and shows them when asked again", async ({
  page,
}) => {
  for (const place of await placesOf(page)) {
    if (place.kind === "other" && place.reads !== null) {
      await test.step(place.id, () => isToldInPlace(page, place))
    }
  }
})

async function isToldInPlace(page: Page, { id, path, reads }: Place) {
  const main = page.getByRole("main")
  const again = main.getByRole("button", { name: "Try again" }).first()
  const service = await answering(page, "GET", reads ?? "")
  await page.goto(paths.notFound())
  await page.waitForLoadState("networkidle")
  const shows = async (status: number) => {
    service.answer([status])
    await follow(page, paths.notFound())
    await expect(main).toContainText("This page does not exist")
    await follow(page, path)
    await expect(page).toHaveURL(({ pathname }) => pathname === path.split("?", 1)[0])
  }
  for (const status of [403, 404]) {
    // oxlint-disable-next-line no-await-in-loop -- one answer after the other
    await shows(status)
    // The dashboard is made of what its reader may see.
    const expected =
      id === "dashboard" && status === 403
        ? /^(?!.*Needs your attention).*Recent activity/su
        : /You need the permission|You don't have permission|There is no|not found|Couldn't open|Couldn't show|\(404\)|\(403\)/u
    // oxlint-disable-next-line no-await-in-loop -- the same
    await expect(main, `${id}, ${String(status)}`).toContainText(expected)
  }
  await shows(500)
  await expect(main, id).toContainText("(500)")
  service.answer([])
  await page.context().setOffline(true)
  await again.click()
  await expect(main, id).toContainText("You are offline.")
  await page.context().setOffline(false)
  // Some ask by themselves once there is a network.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 })
    await expect(again, id).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(main.locator("[aria-busy=true]"), id).toHaveCount(0)
  await service.leave()
}

test("a form that is refused, hurried, broken, out of reach or overtaken says so, keeps what was typed, and is saved then", async ({
  page,
}) => {
  const body = { name: "Night shift", permissions: [] }
  const role = idIn(await call(page, "POST", "/iam/api/v1/roles", { body }))
  const own = { path: paths.role(role), writes: `/iam/api/v1/roles/${role}` }
  for (const each of await placesOf(page)) {
    // The first of the roles came with the product and stays as it is.
    const place = each.id === "role" ? { ...each, ...own } : each
    if (place.writes !== null && place.kind !== "create") {
      await test.step(place.id, () => isKeptWhenUnsaved(page, place))
    }
  }
})

/** A field that every form of a record has one of, and that nothing else depends on. */
const FIELD = ["jobTitle", "displayName", "name", "label", "title", "subscripedPlan.name"]
  .map((name) => `form.rc-form [id="field-${name}"]`)
  .join(", ")

/** A body with a text at a path such as `subscripedPlan.name`. */
function bodyWith(path: string, text: string): unknown {
  return path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), text)
}

async function isKeptWhenUnsaved(page: Page, { id, path, writes }: Place) {
  await page.goto(path)
  const field = page.locator(FIELD).first()
  const name = (await field.getAttribute("id"))?.replace("field-", "") ?? ""
  const mine = `Zulu ${id}`
  await field.fill(mine)
  // From then on the page listens for keys.
  const unsaved = page.getByText("1 unsaved change")
  await expect(unsaved, id).toBeVisible()
  // What is read otherwise is read again once it is saved.
  const isRead = await page.getByRole("button", { name: "Cancel" }).isVisible()
  const service = await answering(page, "PATCH", writes ?? "")
  await refusesToSave(page, service, async () => expect(field, id).toHaveValue(mine))

  // Somebody else has stored the same field meanwhile.
  await call(page, "PATCH", writes ?? "", { body: bodyWith(name, `Yankee ${id}`) })
  await save(page)
  const chooser = page.getByRole("dialog", { name: /changed the same fields/u })
  await expect(chooser, id).toContainText(`Yankee ${id}`)
  await chooser.getByRole("radio", { name: "Yours" }).check()
  await chooser.getByRole("button", { name: "Save selection" }).click()
  await expect(unsaved, id).toBeHidden()
  expect(await call(page, "GET", writes ?? ""), id).toContain(mine)

  if (isRead) await openForm(page)
  await field.fill(`Mike ${id}`)
  await page.context().setOffline(true)
  await save(page)
  // What can be set back as easily waits for the network; all else is refused.
  await expect(
    page
      .getByText(/Saved in this browser\.|You are offline\. Try again/u)
      .filter({ visible: true })
      .first(),
    id,
  ).toBeVisible()
  if (isRead) await expect(page.getByRole("main"), id).toContainText(`Mike ${id}`)
  else await expect(field, id).toHaveValue(`Mike ${id}`)
  await page.context().setOffline(false)
  if (await page.getByRole("alert", { name: "Couldn't save your changes." }).isVisible()) {
    await save(page)
  }
  await expect.poll(() => call(page, "GET", writes ?? ""), { message: id }).toContain(`Mike ${id}`)
  await service.leave()
}

test("a new record that is refused, hurried, broken or out of reach says so, keeps what was typed, and is made then", async ({
  page,
}) => {
  for (const place of await placesOf(page)) {
    if (place.kind === "create") await test.step(place.id, () => isKeptWhenNotMade(page, place))
  }
})

async function isKeptWhenNotMade(page: Page, place: Place) {
  await fillNew(page, place)
  // From then on the page listens for keys.
  await page.waitForFunction(isHydrated)
  const heading = page.getByRole("heading", { level: 1 })
  const before = await heading.textContent()
  const typed = await typedIn(page)
  expect(typed.length, place.id).toBeGreaterThan(0)
  const isKept = async () => expect(await typedIn(page), place.id).toEqual(typed)
  const service = await answering(page, "POST", place.writes ?? "")
  await refusesToSave(page, service, isKept)
  await page.context().setOffline(true)
  await save(page)
  const refusal = page.getByRole("alert", { name: "Couldn't save your changes." })
  await expect(refusal, place.id).toContainText("You are offline.")
  await isKept()
  await page.context().setOffline(false)
  await save(page)
  await expect(heading, place.id).not.toHaveText(before ?? "")
  await expect(page, place.id).not.toHaveURL(/\/create/u)
  await service.leave()
}

/** Fills in what a new one needs. */
async function fillNew(page: Page, { id, path }: Place) {
  const kind = KINDS.find(({ list }) => path === `${list}/create`)
  if (kind?.fields !== undefined) {
    await kind.before?.(page)
    await page.goto(path)
    await fillIn(page, kind)
    return
  }
  await page.goto(path)
  await page.locator("form.rc-form #field-name").fill(`New ${id}`)
  if (id === "new template") {
    await page.getByRole("textbox", { name: "Subject" }).fill("Your roses")
    await page.getByRole("textbox", { name: "Mail", exact: true }).click()
    await page.keyboard.type("They are here.")
  }
  if (id === "new report") {
    await page.getByLabel("Add a column").selectOption({ label: "Kind" })
  }
}

/** What stands in the fields of the form. */
async function typedIn(page: Page): Promise<string[]> {
  return await page
    .locator("form.rc-form")
    .evaluate((form) =>
      [...form.querySelectorAll("input, textarea, select")].flatMap((field) =>
        "value" in field && typeof field.value === "string" && field.value !== ""
          ? [`${field.id}: ${field.value}`]
          : [],
      ),
    )
}

/** Saves, and is refused in each way; the form says why and keeps what was typed. */
async function refusesToSave(page: Page, service: Service, isKept: () => Promise<void>) {
  const refusal = page.getByRole("alert", { name: "Couldn't save your changes." })
  for (const status of [403, 404]) {
    service.answer([status])
    // oxlint-disable-next-line no-await-in-loop -- one save after the other
    await save(page)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await expect(refusal).toContainText(`(${String(status)})`)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await isKept()
  }
  service.answer([429, 500])
  const waited = await watchFor(page, AGAIN_SOON)
  await save(page)
  await waited()
  await expect(refusal).toContainText("(500)")
  await isKept()
  service.answer([])
}

interface Service {
  /** What it answers from now on; nothing of its own when there is none. */
  answer: (answers: Answers | readonly []) => void
  leave: () => Promise<void>
}

/** Stands before the service for one method at one address. */
async function answering(page: Page, method: string, address: string): Promise<Service> {
  let answers: Answers | readonly [] = []
  let asked = new Set<string>()
  const isIt = ({ pathname }: URL) => pathname === address
  await page.route(isIt, async (route) => {
    const request = route.request()
    const [first, then = first] = answers
    if (first === undefined || request.method() !== method) return route.continue()
    const status = asked.has(request.url()) ? then : first
    asked.add(request.url())
    return refuse(route, status ?? first, status === 429 ? { "Retry-After": "1" } : {})
  })
  return {
    answer(next) {
      answers = next
      asked = new Set()
    },
    leave: () => page.unroute(isIt),
  }
}
