/**
 * The life of a record, for every kind: made, changed, deleted, found in the bin after a reload, restored, exported, imported,
 * and the import taken back after a reload. What a kind can do besides has journeys of its own.
 */
import { readFile } from "node:fs/promises"

import type { BrowserContext, Page } from "@playwright/test"

import { newRegistration, registerVerified } from "./company.ts"
import { parseTable } from "./csv.ts"
import { Complaints, expect, test } from "./fixtures.ts"
import { KINDS, fillIn } from "./lifecycle-kinds.ts"
import type { Kind } from "./lifecycle-kinds.ts"
import { message } from "./messages.ts"
import { openForm } from "./reading.ts"
import { save } from "./save.ts"

const complaints = new Complaints()
let context: BrowserContext
let page: Page

test.beforeAll(async ({ browser, server }) => {
  context = await browser.newContext({ baseURL: server.origin })
  page = await context.newPage()
  // In the frame of a mail no script runs, not even Playwright's that records it.
  complaints.expect(/Blocked script execution in 'about:blank'/u)
  complaints.watch(page, server.origin)
  await registerVerified(page, newRegistration(), server)
})

test.afterEach(() => complaints.none())
test.afterAll(() => context.close())

const row = (name: string) => page.locator("tbody").getByRole("link", { name }).first()
const remove = () => page.getByRole("button", { name: "Delete", exact: true })

for (const kind of KINDS) {
  test(`${kind.kind}: made, changed, deleted, restored${kind.exported === undefined ? "" : ", exported"}${kind.csv === undefined ? "" : ", imported and taken back"}`, async () => {
    await kind.before?.(page)
    await make(kind)
    await expect(remove()).toBeVisible()

    const [field, value] = kind.change
    if (kind.isRead === true) await openForm(page)
    await page.locator(`[id="field-${field}"]`).fill(value)
    await save(page)
    await expect(message(page, "Saved.").last()).toBeVisible()
    await page.getByText("History", { exact: true }).click()
    await expect(page.locator("#history")).toContainText(value)

    await remove().click()
    await expect(page.getByRole("link", { name: "Bin", exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole("link", { name: "Bin", exact: true }).click()
    await row(kind.row).click()
    await page.getByRole("button", { name: "Restore" }).click()
    await expect(remove()).toBeVisible()

    if (kind.exported !== undefined) await exported(kind, kind.exported)
    if (kind.csv !== undefined) await importedAndBack(kind, kind.csv)
  })
}

test("what was done to many at once is taken back after a reload", async () => {
  await page.goto("/settings/countries?page=1&search=Nor")
  const chosen = page.getByRole("row", { name: /Norway/u })
  await chosen.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Deactivate" }).click()
  await expect(message(page, "Saved.")).toBeVisible()
  await page.reload()
  await row("Norway").click()
  await page.getByText("History", { exact: true }).click()
  await page.getByRole("button", { name: "Undo bulk change" }).click()
  await expect(message(page, "The change was undone.")).toBeVisible()
  await expect(page.getByLabel("Available in lists")).toBeChecked()
  await expect(page.getByRole("button", { name: "Undo bulk change" })).toBeHidden()
})

async function make(kind: Kind) {
  const { list, making } = kind
  if (making !== undefined) {
    await making(page)
    return
  }
  await page.goto(`${list}/create`)
  await fillIn(page, kind)
  await save(page)
}

/** The rows of the list as a file: the record is in it, and nothing that would start a formula. */
async function exported({ list, row: name, search }: Kind, cells: readonly string[]) {
  await page.goto(`${list}?page=1&search=${encodeURIComponent(search)}`)
  await expect(row(name)).toBeVisible()
  await page.getByText("Export", { exact: true }).click()
  await page.getByLabel("All data").check()
  const [head, ...rows] = parseTable(await downloaded("As CSV"))
  expect(head).toContain("_id")
  expect(rows.map((each) => cells.every((cell) => each.includes(cell)))).toContain(true)
  expect(rows.flat().filter((cell) => /^[=+@]/u.test(cell))).toEqual([])
}

async function downloaded(format: string): Promise<string> {
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: format }).click()
  return await readFile(await (await download).path(), "utf8")
}

async function importedAndBack(kind: Kind, { text, row: name, search }: NonNullable<Kind["csv"]>) {
  await importFile({ name: "table.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
  const list = `${kind.list}?page=1&search=${encodeURIComponent(search)}`
  await page.goto(list)
  await row(name).click()
  await page.getByText("History", { exact: true }).click()
  await page.getByRole("button", { name: "Undo import" }).click()
  await expect(message(page, "The change was undone.")).toBeVisible()
  await page.goto(list)
  await expect(row(name)).toBeHidden()
}

/** On the list that is open. */
async function importFile(file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByRole("button", { name: "Import" }).click()
  const dialog = page.getByRole("dialog", { name: /^Import/u })
  await dialog.getByLabel("File", { exact: true }).setInputFiles(file)
  await dialog.getByRole("button", { name: "Import 1 row" }).click()
  await expect(dialog.getByText("Import finished:")).toBeVisible()
}
