/** The kinds of records, for suites that make one of each: what a new one is given, what is changed, and a row to import. */
import type { Page } from "@playwright/test"

import { call } from "./company.ts"
import { save } from "./save.ts"

export interface Kind {
  kind: string
  /** Address of its list; a new one is made at `create` below it. */
  list: string
  /** By name of the field. */
  fields?: Readonly<Record<string, string>>
  /** What is typed, of which the first choice is taken. */
  lookups?: Readonly<Record<string, string>>
  /** What has to be there. */
  before?: (page: Page) => Promise<void>
  /** Makes it, where that takes more than a form; ends on its record. */
  making?: (page: Page) => Promise<void>
  /** Its page is read first, and changed in a form that is opened from it. */
  isRead?: true
  /** A field, and its new text. */
  change: readonly [field: string, text: string]
  /** What its row is called after the change. */
  row: string
  /** What finds it after the change, and nothing else. */
  search: string
  /** Cells of its row in an export. */
  exported?: readonly string[]
  /** A table of one row. */
  csv?: { text: string; row: string; search: string }
}

const PLACE = { country: "Netherlands", timezone: "Europe/Amsterdam" }

export const KINDS: readonly Kind[] = [
  {
    kind: "contact",
    list: "/contacts",
    isRead: true,
    fields: { firstName: "Joan", lastName: "Zulu" },
    change: ["jobTitle", '=HYPERLINK("evil")'],
    row: "Joan Zulu",
    search: "zulu",
    exported: ["Joan Zulu", `'=HYPERLINK("evil")`],
    csv: {
      text: "kind,displayName\norganisation,Quebec Lines\n",
      row: "Quebec Lines",
      search: "quebec",
    },
  },
  {
    kind: "contact tag",
    list: "/contacts/tags",
    fields: { name: "Roses" },
    change: ["name", "=Zulu tag"],
    row: "=Zulu tag",
    search: "zulu",
    exported: ["'=Zulu tag"],
    csv: { text: "name,description\nQuebec tag,Imported\n", row: "Quebec tag", search: "quebec" },
  },
  {
    kind: "office",
    list: "/settings/company/offices",
    fields: { name: "Port office" },
    change: ["name", "Zulu office"],
    row: "Zulu office",
    search: "zulu",
  },
  {
    kind: "group",
    list: "/settings/groups",
    fields: { name: "Customs desk" },
    lookups: { memberIds: "a" },
    change: ["name", "=Zulu desk"],
    row: "=Zulu desk",
    search: "zulu",
    exported: ["'=Zulu desk"],
  },
  {
    kind: "currency",
    list: "/settings/currencies",
    fields: { name: "Harbour token", code: "qht", numeric: "012" },
    change: ["name", "=Zulu token"],
    row: "=Zulu token",
    search: "zulu",
    exported: ["'=Zulu token", "QHT", "012"],
    csv: {
      text: "code,name,numeric\nQXA,Quebec token,901\n",
      row: "Quebec token",
      search: "quebec",
    },
  },
  {
    kind: "country",
    list: "/settings/countries",
    fields: { name: "Harbour land", alpha2: "qm", alpha3: "qma", numeric: "901" },
    change: ["name", "=Zulu land"],
    row: "=Zulu land",
    search: "zulu land",
    exported: ["'=Zulu land", "QM", "QMA"],
    csv: {
      text: "alpha2,alpha3,numeric,name\nQN,QNA,902,Quebec land\n",
      row: "Quebec land",
      search: "quebec land",
    },
  },
  {
    kind: "airport",
    list: "/settings/airport",
    fields: { name: "Harbour field", iata: "qqa" },
    lookups: PLACE,
    change: ["name", "=Zulu field"],
    row: "=Zulu field",
    search: "zulu field",
    exported: ["'=Zulu field", "QQA", "Europe/Amsterdam"],
    csv: {
      text: "name,icao,country,timezone\nQuebec field,QQBB,NL,Europe/Amsterdam\n",
      row: "Quebec field",
      search: "quebec field",
    },
  },
  {
    kind: "ocean port",
    list: "/settings/oceanport",
    fields: { name: "Harbour quay", unlocode: "nlqqa" },
    lookups: PLACE,
    change: ["name", "=Zulu quay"],
    row: "=Zulu quay",
    search: "zulu quay",
    exported: ["'=Zulu quay", "NLQQA"],
    csv: {
      text: "name,unlocode,country,timezone\nQuebec quay,NLQQB,NL,Europe/Amsterdam\n",
      row: "Quebec quay",
      search: "quebec quay",
    },
  },
  {
    kind: "receiving location",
    list: "/settings/receivinglocation",
    fields: { name: "Harbour shed" },
    lookups: PLACE,
    change: ["name", "=Zulu shed"],
    row: "=Zulu shed",
    search: "zulu shed",
    exported: ["'=Zulu shed"],
    csv: {
      text: "name,country,timezone,dockHours\nQuebec shed,NL,Europe/Amsterdam,8 to 5\n",
      row: "Quebec shed",
      search: "quebec shed",
    },
  },
  {
    kind: "picklist",
    list: "/settings/picklist",
    fields: { name: "Berth kinds", code: "berth-kind" },
    change: ["name", "=Zulu kinds"],
    row: "=Zulu kinds",
    search: "zulu",
    exported: ["'=Zulu kinds", "berth-kind"],
    csv: { text: "code,name\nquebec,Quebec kinds\n", row: "Quebec kinds", search: "quebec" },
  },
  {
    kind: "value of a picklist",
    list: "/settings/picklist/values",
    fields: { code: "ro", label: "Ro-ro" },
    before: async (page) => {
      const body = { code: "dock-kind", name: "Dock kinds" }
      await call(page, "POST", "/master/api/v1/dropdown-groups", { body })
    },
    lookups: { group: "dock-kind" },
    change: ["label", "=Zulu berth"],
    row: "=Zulu berth",
    search: "zulu berth",
    exported: ["'=Zulu berth", "ro", "dock-kind"],
    csv: {
      text: "group,code,label\ndock-kind,quebec,Quebec berth\n",
      row: "Quebec berth",
      search: "quebec berth",
    },
  },
  {
    kind: "user",
    list: "/settings/users",
    fields: { firstName: "Olu", lastName: "Zulu", emailId: "olu@zulu.example" },
    change: ["jobTitle", "=1+1"],
    row: "Olu Zulu",
    search: "zulu",
    exported: ["olu@zulu.example", "'=1+1"],
    csv: {
      text: "firstName,lastName,emailId\nKim,Quebec,kim@quebec.example\n",
      row: "Kim Quebec",
      search: "quebec",
    },
  },
  {
    kind: "role",
    list: "/settings/roles",
    making: async (page) => {
      await page.goto("/accounts/roles/create/")
      const dialog = page.getByRole("dialog", { name: "New role" })
      await dialog.getByLabel("Name").fill("Night shift")
      await save(page)
    },
    change: ["name", "=Zulu shift"],
    row: "=Zulu shift",
    search: "zulu",
    exported: ["'=Zulu shift"],
  },
  {
    kind: "mail template",
    list: "/settings/templates",
    making: async (page) => {
      await page.goto("/settings/templates/create")
      await page.locator("#field-name").fill("Arrival of roses")
      await page.getByRole("textbox", { name: "Subject" }).fill("Your roses")
      await page.getByRole("textbox", { name: "Mail", exact: true }).click()
      await page.keyboard.type("They are here.")
      await save(page)
    },
    change: ["name", "=Zulu mail"],
    row: "=Zulu mail",
    search: "zulu",
    exported: ["'=Zulu mail"],
  },
  {
    kind: "issue",
    list: "/issues",
    fields: { title: "The date is wrong" },
    change: ["title", "Zulu date is wrong"],
    row: "ISS-1",
    search: "zulu",
  },
]

/** Types what a new one is given into the form that is open. */
export async function fillIn(page: Page, { fields = {}, lookups = {} }: Kind) {
  for (const [name, text] of Object.entries(fields)) {
    // oxlint-disable-next-line no-await-in-loop -- a person fills in one field after the other
    await page.locator(`[id="field-${name}"]`).fill(text)
  }
  for (const [name, text] of Object.entries(lookups)) {
    const box = page.locator(`[id="field-${name}"]`)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await box.fill(text)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await page.locator(`[data-field="${name}"]`).getByRole("option").first().click()
  }
}
