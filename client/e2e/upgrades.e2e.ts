/** Upgrades of reference data: what the list says of the latest one, and the company's choice on the page of a row. */
import type { Page } from "@playwright/test"

import { call, newRegistration, register } from "./company.ts"
import { execute, needsFile } from "./data-file.ts"
import { openDrawn } from "./drawn.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import type { Server } from "./server.ts"

const PORTS = "/master/api/v1/oceanport"

/** Lets the program start anew after these statements on its data. */
async function restart(server: Server, page: Page, sql: string) {
  // Its sockets end with the server.
  await page.goto("about:blank")
  await server.kill()
  execute(server, sql)
  await server.startAgain()
}

/** The data of a release in which Rotterdam lay in Pernis, Vlissingen was Flushing, and Dordrecht was a port of this code. */
function releaseBefore(code: string): string {
  const source = "'$.source.rowHash', 'of a release before'"
  return `
    UPDATE oceanports SET fields = json_set(fields, '$.city', 'Pernis', ${source})
      WHERE company_id IS NULL AND natural_key = 'NLRTM';
    UPDATE oceanports SET fields = json_set(fields, '$.name', 'Flushing', ${source})
      WHERE company_id IS NULL AND natural_key = 'NLVLI';
    UPDATE oceanports SET id = randomblob(16), natural_key = '${code}', unlocode = '${code}', fields = json_set(fields,
      '$.unlocode', '${code}', '$.name', 'Oude Sluis', '$.source.key', '${code}')
      WHERE company_id IS NULL AND natural_key = 'NLDOR';
    UPDATE oceanports_search_numbers SET indexed_id = (SELECT id FROM oceanports WHERE natural_key = '${code}')
      WHERE indexed_id NOT IN (SELECT id FROM oceanports);`
}

/** Lets the next start load the ports of this release. */
const NEXT = "UPDATE seeds SET sha256 = 'of a release before' WHERE dataset = 'sea-ports';"

/** The company's own version of the port. */
async function adapt(page: Page, code: string) {
  const found = await call(page, "GET", `${PORTS}?filter=unlocode:eq:${code}`)
  const { data }: { data: { _id: string }[] } = JSON.parse(found)
  await call(page, "PATCH", `${PORTS}/${data[0]?._id ?? ""}`, { body: { notes: "Own note" } })
}

async function expectToast(page: Page, text: string) {
  // Every open dialog announces it, too.
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}

async function expectFits(page: Page) {
  await noFaults(page)
  await fitsScreen(page)
}

for (const [width, code] of [
  [1360, "NLQQZ"],
  [390, "NLQQY"],
] as const) {
  test(`an upgrade is counted above the list, and settled row by row at ${String(width)} pixels`, async ({
    page,
    server,
    complaints,
  }) => {
    needsFile(server)
    // What waits for an answer when the server is killed gets none.
    complaints.expect(/Failed to load resource|WebSocket/u)
    await page.setViewportSize({ width, height: 900 })
    await register(page, newRegistration())
    await restart(server, page, releaseBefore(code))
    await page.goto("/dashboard")
    await adapt(page, "NLRTM")
    await adapt(page, code)
    await restart(server, page, NEXT)

    await openDrawn(page, "/settings/oceanport?page=1")
    const note = page.locator("details").filter({ hasText: "Last upgrade" })
    for (const count of ["1 added", "1 renamed", "1 changed", "1 withdrawn", "You use 2"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, to know which is missing
      await expect(note.getByText(count, { exact: true })).toBeVisible()
    }
    await note.locator("summary").press("Enter")
    const gone = note.getByRole("listitem").filter({ hasText: "Oude Sluis" })
    await expect(gone.getByText("Withdrawn")).toBeVisible()
    await expectFits(page)

    await note.getByRole("link", { name: "NLRTM Rotterdam" }).press("Enter")
    await expect(page.getByRole("heading", { level: 1, name: "NLRTM Rotterdam" })).toBeVisible()
    const source = page.getByRole("region", { name: "Source" })
    await expect(source.getByText("An upgrade changed the shared record.")).toBeVisible()
    await expect(source.locator("del")).toHaveText("Removed: Pernis")
    await expect(source.locator("ins")).toHaveText("Added: Rotterdam")
    await expectFits(page)
    await source.getByRole("button", { name: "Apply new values" }).press("Enter")
    await expectToast(page, "New values applied.")
    await expect(source.getByText("An upgrade changed the shared record.")).toBeHidden()
    await expect(page.locator("#field-city")).toHaveValue("Rotterdam")
    await expect(page.locator("#field-notes")).toHaveValue("Own note")

    await openDrawn(page, "/settings/oceanport?page=1")
    await note.locator("summary").press("Enter")
    await note.getByRole("link", { name: /Oude Sluis/u }).press("Enter")
    await expect(source.getByText("The source no longer includes this record.")).toBeVisible()
    await source.getByRole("button", { name: "Keep own values" }).press("Enter")
    await expectToast(page, "Your company's values were kept.")
    await expect(source.getByRole("button", { name: "Keep own values" })).toBeHidden()
    await expect(page.getByLabel("Available in lists")).toBeChecked()
    await expectFits(page)
  })
}
