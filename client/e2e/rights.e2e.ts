/** Every screen for those who lack a right: without the right to see it, and with no other right than that. */
import type { Browser, Page } from "@playwright/test"

import { copiedText } from "./clipboard.ts"
import { call, colleague, enterDemo, idIn, newRegistration } from "./company.ts"
import { rightFor } from "./contract.ts"
import { openDrawn } from "./drawn.ts"
import { expect, test } from "./fixtures.ts"
import { unexplained, writable } from "./refused.ts"
import { inWords } from "./right-words.ts"
import { type Place, isOperators, placesOf } from "./screens.ts"
import type { Server } from "./server.ts"

type Permission = { resource: string; actions: readonly string[]; scope: "company" }

test.use({ demo: true })

/** What only shows parts of it as far as they may be seen, and is nobody's to be refused. */
const FOR_EVERYBODY = new Set(["dashboard", "profile", "access tokens", "not found"])
/** What everybody may change, as it is their own. */
const OWN = new Set(["profile", "access tokens"])

test("whoever lacks the right to see a screen reads which one it is, who grants it and how to ask for it", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 40[34]/u)
  await enterDemo(page, server)
  const places = (await placesOf(page)).filter((place) => !isOperators(place))
  const permissions = [{ resource: "issue", actions: ["create"], scope: "company" }] as const
  const { guest, role } = await withRights(page, permissions, { browser, server })
  complaints.watch(guest, server.origin)
  const main = guest.getByRole("main")

  for (const place of places.filter(({ id }) => !isOfIssues(id))) {
    const { status } = await openDrawn(guest, place.path)
    await expect(guest.getByRole("heading", { level: 1 })).toBeVisible()
    if (place.kind === "create") {
      await expect
        .soft(main.getByRole("note").first(), place.id)
        .toContainText(reason(place, "post"))
    } else if (!FOR_EVERYBODY.has(place.id)) {
      const right = seeing(place)
      expect.soft(status, place.id).toBe(403)
      await expect
        .soft(main, place.id)
        .toContainText(`You need the permission “${inWords(right)}”. It can be granted by `)
      await expect
        .soft(main.getByRole("link", { name: "Request access" }).first(), place.id)
        .toBeVisible()
    }
    expect.soft(await main.locator("[aria-busy=true]").count(), place.id).toBe(0)
    if (!OWN.has(place.id)) expect.soft(await writable(guest), place.id).toEqual([])
    expect.soft(await unexplained(guest), place.id).toEqual([])
  }
  await call(page, "PATCH", `/iam/api/v1/roles/${role}`, { body: { permissions: [] } })
  for (const place of places.filter(({ id }) => isOfIssues(id))) {
    await guest.goto(place.path)
    if (place.kind === "create") {
      await expect(main.getByRole("note").first()).toContainText(reason(place, "post"))
    } else {
      await expect(main).toContainText(
        "You need the permission “Issues: View”. It can be granted by ",
      )
      // Asking would take a right, too.
      await expect(main.getByRole("link", { name: "Request access" })).toBeHidden()
    }
  }
  await guest.context().close()
})

test("whoever may only see reads every list and record, copies from it, and reads why nothing can be changed", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
  await enterDemo(page, server)
  const places = (await placesOf(page)).filter((place) => !isOperators(place))
  const rights = new Set(
    places.flatMap(({ reads }) => (reads === null ? [] : (rightFor("get", reads) ?? []))),
  )
  const permissions = [...rights].map(viewing)
  const { guest } = await withRights(page, permissions, { browser, server })
  complaints.watch(guest, server.origin)
  const main = guest.getByRole("main")

  for (const place of places.filter(({ id }) => !OWN.has(id))) {
    const { status } = await openDrawn(guest, place.path)
    await expect(guest.getByRole("heading", { level: 1 })).toBeVisible()
    expect.soft(status, place.id).toBe(place.id === "not found" ? 404 : 200)
    await expect.soft(main.locator("[aria-busy=true]"), place.id).toHaveCount(0)
    expect.soft(await writable(guest), place.id).toEqual([])
    expect.soft(await unexplained(guest), place.id).toEqual([])
    const note = main.getByRole("note").first()
    if (place.kind === "create") {
      await expect.soft(note, place.id).toContainText(reason(place, "post"))
    } else if (place.writes !== null) {
      await expect.soft(note, place.id).toContainText(reason(place, "patch"))
      await copies(guest, place)
    }
  }
  await guest.context().close()
})

/** What the first text of the form says can be taken along. */
async function copies(page: Page, { id }: Place) {
  const text = await page.locator("form.rc-form").evaluate((form) => {
    const field = [...form.querySelectorAll(".rc-text bdi")].find(
      (each) => each.checkVisibility() && each.textContent !== "",
    )
    if (field === undefined) return ""
    getSelection()?.selectAllChildren(field)
    return field.textContent
  })
  expect.soft(text, `${id}: a text to copy`).not.toBe("")
  await page.keyboard.press("Control+c")
  const copied = () => copiedText(page)
  await expect.soft.poll(copied, { message: id }).toBe(text)
}

function reason({ writes }: Place, method: "post" | "patch"): string {
  const right = rightFor(method, writes ?? "") ?? ""
  return `None of your roles includes the permission “${inWords(right)}”. An administrator can grant it.`
}

/** The history of a record is for everybody who may see the record. */
function seeing({ id, reads }: Place): string {
  return id === "history of a record" ? "contact:view" : (rightFor("get", reads ?? "") ?? "")
}

function isOfIssues(id: string): boolean {
  return /\bissue\b/u.test(id)
}

function viewing(right: string): Permission {
  const resource = right.slice(0, right.lastIndexOf(":"))
  return { resource, actions: ["view"], scope: "company" }
}

/** A colleague who holds these rights and no others. */
async function withRights(
  page: Page,
  permissions: readonly Permission[],
  where: { browser: Browser; server: Server },
): Promise<{ guest: Page; role: string }> {
  const { guest, id } = await colleague(page, newRegistration(), where)
  const body = { name: `Rights ${id}`, permissions }
  const role = idIn(await call(page, "POST", "/iam/api/v1/roles", { body }))
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [role] } })
  return { guest, role }
}
