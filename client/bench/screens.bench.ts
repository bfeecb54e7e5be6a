/** Every screen of the product as somebody with a slow machine and a middling network meets it, beside the aims. */
import type { Browser, BrowserContext } from "@playwright/test"
import { test } from "@playwright/test"

import { type Load, type Work, load, work } from "./load.ts"
import { observe } from "./observe.ts"
import { type Column, median, table } from "./report.ts"
import { type Screen, findScreens } from "./screens.ts"
import { type Demo, startDemo } from "./server.ts"

const ROUNDS = Number(process.env["ROUNDS"] ?? 5)
const ONLY = process.env["ONLY"] ?? ""

/** A list with many rows, whose records have a form. */
const LIST = "/contacts"

const LOADS: readonly (Column & { of: keyof Load })[] = [
  { name: "FCP ms", aim: 400, of: "fcp" },
  { name: "LCP ms", aim: 600, of: "lcp" },
  { name: "CLS", aim: 0.01, digits: 3, of: "cls" },
  { name: "TBT ms", aim: 120, of: "blocked" },
  { name: "JS files", aim: 8, of: "files" },
  { name: "JS kB (br)", aim: 150, digits: 1, of: "scripts" },
  { name: "JS kB at rest", digits: 1, of: "scriptsAtRest" },
  { name: "hydrated ms", of: "hydrated" },
]

const WORKS: readonly (keyof Work)[] = ["sort", "page", "open", "save"]

test("the screens", async ({ browser }) => {
  const demo = await startDemo()
  try {
    const [guest, user] = [await visitor(browser, demo), await visitor(browser, demo)]
    await signIn(user, demo)
    const scout = await user.newPage()
    const { screens, missing } = await findScreens(scout)
    await scout.close()
    const wanted = screens.filter(({ url }) => url.includes(ONLY))
    const rows: [string, number[]][] = []
    for (const screen of wanted) {
      const loads = await several(screen.isGuest ? guest : user, screen)
      rows.push([screen.url, LOADS.map(({ of }) => median(loads.map((it) => it[of])))])
    }
    print(table(`median of ${ROUNDS} loads`, LOADS, rows))
    if (missing.length > 0) print(`No page links to: ${missing.join(", ")}`)
    const works: Work[] = []
    for (let round = 0; round < ROUNDS; round += 1) works.push(await work(user, LIST))
    const columns = WORKS.map((name) => ({ name: `${name} ms`, aim: 100 }))
    const figures = WORKS.map((name) => median(works.map((it) => it[name])))
    print(table(`input to next paint, ${LIST}`, columns, [["below 16 counts as 0", figures]]))
  } finally {
    await demo.stop()
  }
})

async function visitor(browser: Browser, { origin }: Demo): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin })
  await context.addInitScript(observe)
  return context
}

async function signIn(context: BrowserContext, { email, password }: Demo): Promise<void> {
  const page = await context.newPage()
  await page.goto("/login")
  await page.locator("input[name=email]").fill(email)
  await page.locator("input[name=password]").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL("**/dashboard")
  await page.close()
}

async function several(context: BrowserContext, { url }: Screen): Promise<Load[]> {
  const loads: Load[] = []
  for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(context, url))
  return loads
}

function print(text: string): void {
  process.stdout.write(`\n${text}\n`)
}
