/** The CSV that people have: 200 contacts of another program, five of them wrong, and the table that is exported again. */
import type { Page } from "@playwright/test"

import { call, newRegistration, register } from "./company.ts"
import { downloaded } from "./csv.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"

const FIRST = ["Ann", "Bo", "Cy", "Dee", "Eva", "Finn", "Gül", "Hana", "Iñaki", "Jörg"]
const LAST = [
  "Lee",
  "Ruiz",
  "Said",
  "Okafor",
  "Møller",
  "Janssen",
  "Peña",
  "Kowalska",
  "Tan",
  "Weiß",
]
const FIRMS = ["Acme B.V.", "Quay GmbH", "Nile Lines", "Puerto Sur S.A.", "Harbour & Sons Ltd"]
const PLACES = [
  ["Netherlands", "Rotterdam", "010 413 12"],
  ["DE", "Hamburg", "+49 40 123 45 "],
  ["Egypt", "Alexandria", "+20 3 123 45"],
  ["ESP", "Bilbao", "+34 94 412 34 "],
  ["United Kingdom", "Felixstowe", "+44 1394 6012"],
] as const

/** What is wrong, by the number of the row: the column, what it says, and what it should say. */
const WRONG: ReadonlyMap<number, { column: string; text: string; right: string }> = new Map([
  [20, { column: "E-mail", text: "dee at quay.example", right: "dee.fixed@quay.example" }],
  [61, { column: "Country", text: "Narnia", right: "Norway" }],
  [99, { column: "Phone", text: "call me", right: "+31 20 123 45 67" }],
  [140, { column: "Country", text: "Holand", right: "Netherlands" }],
  [187, { column: "E-mail", text: "nobody@", right: "nobody@nile.example" }],
])

const HEADER = ["Name", "E-mail", "Phone", "Country", "City", "Company", "Tags"]

/** With semicolons and in Windows-1252, as a spreadsheet of western Europe writes it. */
function table(): Buffer {
  const rows = Array.from({ length: 200 }, (_, at) => {
    const [country, city, phone] = PLACES[at % PLACES.length] ?? PLACES[0]
    const name = `${FIRST[at % 10]} ${LAST[Math.floor(at / 10) % 10]}${at < 100 ? "" : " jr."}`
    const number = `${phone}${String(10 + (at % 90))}`
    const tags = at % 4 === 0 ? "VIP, Reefer" : ""
    const cells = [name, `p${at}@firm.example`, number, country, city, FIRMS[at % 5], tags]
    const fault = WRONG.get(at + 2)
    return fault === undefined ? cells : cells.with(HEADER.indexOf(fault.column), fault.text)
  })
  return Buffer.from([HEADER, ...rows].map((row) => row.join(";")).join("\r\n"), "latin1")
}

for (const width of [1360, 390]) {
  test(`200 rows take eight clicks at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 860 })
    await register(page, newRegistration())
    await page.goto("/contacts?page=1")
    const clicks = await counted(page)
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import: Contacts" })
    const chosen = page.waitForEvent("filechooser")
    await dialog.getByLabel("File", { exact: true }).click()
    const file = { name: "customers.csv", mimeType: "text/csv", buffer: table() }
    await (await chosen).setFiles(file)

    await expect(dialog.getByText("195 new")).toBeVisible()
    await expect(dialog.getByText("5 with errors")).toBeVisible()
    await expect(dialog.getByText("Columns: 7 of 7 will be imported")).toBeVisible()
    await expect(dialog.getByText("Also added: 5 organisations, 2 tags")).toBeVisible()
    await noFaults(page)
    await fitsScreen(page)

    for (const [row, { column, right }] of WRONG) {
      const cell = dialog.getByLabel(`${column}, row ${row}`, { exact: true })
      await cell.click()
      await cell.fill(right)
    }
    await page.keyboard.press("Enter")
    await expect(dialog.getByText("0 with errors")).toBeVisible()
    await dialog.getByRole("button", { name: "Import 200 rows" }).click()
    await expect(dialog.getByText("Import finished:")).toBeVisible()
    expect(clicks()).toBeLessThanOrEqual(8)
    await dialog.getByRole("button", { name: "Close" }).first().click()

    await page.goto("/contacts?page=1&search=I%C3%B1aki%20Pe%C3%B1a")
    await expect(page.getByRole("link", { name: "Iñaki Peña", exact: true })).toBeVisible()
    await expect(page.getByText("Puerto Sur S.A.").first()).toBeVisible()
  })
}

/** A list below a title, whose headings say nothing of what is under them. */
const UNNAMED = [
  "Customers of our Rotterdam office",
  "",
  "Col. 1;Col. 2;Col. 3;Col. 4;Col. 5",
  "Ann Lee;Netherlands;ann@acme.example;+31 20 123 45 67;https://acme.example",
  "Bo Ruiz;España;bo@quay.example;(040) 123 45 67;www.quay.example",
  "Cy Said;Egypt;cy@nile.example;0020 3 123 45 67;",
].join("\n")

for (const width of [1360, 390]) {
  test(`columns without a telling heading are known by what they hold at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 860 })
    await register(page, newRegistration())
    await page.goto("/contacts?page=1")
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import: Contacts" })
    const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(UNNAMED) }
    await dialog.getByLabel("File", { exact: true }).setInputFiles(file)
    await expect(dialog.getByText("Columns: 4 of 5 will be imported")).toBeVisible()
    const columns = dialog.getByRole("table", { name: "Columns" })
    for (const [heading, field, sample] of [
      ["Col. 2", "Country", "Netherlands"],
      ["Col. 3", "E-mail address", "ann@acme.example"],
      ["Col. 4", "Phone", "+31 20 123 45 67"],
      ["Col. 5", "Website", "https://acme.example"],
    ] as const) {
      const row = columns.getByRole("row").filter({ hasText: sample })
      const select = row.getByLabel(`Field for ${heading}`)
      // oxlint-disable-next-line no-await-in-loop -- one after the other, to know which is wrong
      await expect(select.locator("option:checked")).toHaveText(field)
      // oxlint-disable-next-line no-await-in-loop -- the same
      await expect(row.getByText("By content")).toBeVisible()
    }
    // Names look like nothing in particular.
    await expect(dialog.getByLabel("Field for Col. 1")).toHaveValue("")
    await dialog.getByText("Options", { exact: true }).click()
    await expect(dialog.getByLabel("Header row")).toHaveValue("3")
    await noFaults(page)
    await fitsScreen(page)
    await dialog.getByLabel("Field for Col. 1").selectOption({ label: "Name" })
    await dialog.getByRole("button", { name: "Import 3 rows" }).click()
    await expect(dialog.getByText("Import finished:")).toBeVisible()
    await dialog.getByRole("button", { name: "Close" }).first().click()
    await page.goto("/contacts?page=1&search=quay")
    await page.getByRole("link", { name: "Bo Ruiz" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bo Ruiz")
    for (const text of ["Spain", "bo@quay.example", "www.quay.example"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, to know which is missing
      await expect(page.getByRole("main")).toContainText(text)
    }
  })
}

test("what is exported as shown comes back", async ({ page }) => {
  test.slow()
  await register(page, newRegistration())
  await call(page, "POST", "/contact/api/v1/contacts/import?dryRun=false", {
    body: "Name,E-mail,Phone,Company\nAnn Lee,ann@b.example; a.lee@b.example,+31201234567,Acme\n",
    type: "text/csv",
  })
  await page.goto("/contacts?page=1&columns=displayName,organisation,email,kind,phone")
  await expect(page.getByRole("link", { name: "Ann Lee" })).toBeVisible()
  await page.getByText("Export", { exact: true }).click()
  await expect(page.getByLabel("As shown on screen")).toBeChecked()
  const english = await downloaded(page, "As CSV")
  expect(english.split("\r\n")).toEqual([
    "Name,Organisation,E-mail address,E-mail address 2,Kind,Phone",
    "Acme,,,,Organisation,",
    "Ann Lee,Acme,ann@b.example,a.lee@b.example,Person,'+31201234567",
    "",
  ])
  await page.getByLabel("All data").check()
  expect((await downloaded(page, "As CSV")).slice(0, 5)).toBe("_id,k")

  await call(page, "PATCH", "/iam/api/v1/users/me", { body: { language: "es" } })
  await page.goto("/contacts?page=1&columns=displayName,organisation,email,kind,phone")
  await page.getByText("Exportar", { exact: true }).click()
  const spanish = await downloaded(page, /CSV/u)
  expect(spanish).toContain("Nombre,Organización,")
  expect(spanish).toContain(",Persona,")
  for (const text of [spanish, english]) {
    await page.goto("/contacts?page=1")
    await page.getByRole("button", { name: "Importar" }).click()
    const file = { name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(text) }
    await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file)
    await expect(page.getByRole("dialog").getByText("2 sin cambios")).toBeVisible()
  }
})

for (const width of [1360, 390]) {
  test(`a wrong row is corrected in place at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 860 })
    await register(page, newRegistration())
    await page.goto("/contacts?page=1")
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import: Contacts" })
    const known = "Name\tE-mail\nAnn\tann@b.example\nAnn again\tann@b.example\n\tno-name@b.example"
    await call(page, "POST", "/contact/api/v1/contacts", {
      body: { displayName: "Ann", emails: [{ address: "ann@b.example" }] },
    })
    await dialog.getByLabel("Or paste rows from a spreadsheet").fill(known)
    await dialog.getByRole("button", { name: "Use pasted rows" }).click()
    await expect(dialog.getByText("2 with errors")).toBeVisible()
    await expect(dialog.getByText("A row above is for the same record.")).toBeVisible()
    await fitsScreen(page)
    await dialog.getByLabel("E-mail, row 3").fill("again@b.example")
    await page.keyboard.press("Enter")
    await expect(dialog.getByText("1 with errors")).toBeVisible()
    await dialog
      .getByRole("row", { name: /no-name/u })
      .getByRole("button", { name: "Skip row" })
      .click()
    await expect(dialog.getByText("0 with errors")).toBeVisible()
    await expect(dialog.getByRole("button", { name: "Import 1 row" })).toBeVisible()
    await dialog.getByText("Columns: 2 of 2 will be imported").click()
    const field = dialog.getByLabel("Field for Name")
    await expect(field.getByRole("option", { name: "ID", exact: true })).toHaveCount(0)
    await dialog.getByLabel("Include technical fields such as IDs").check()
    await expect(field.getByRole("option", { name: "ID", exact: true })).toHaveCount(1)
  })
}

/** Counts the presses of the mouse from here on. */
async function counted(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction("pressed", () => {
    presses += 1
  })
  await page.evaluate(() =>
    document.addEventListener("pointerdown", Reflect.get(globalThis, "pressed"), true),
  )
  return () => presses
}
