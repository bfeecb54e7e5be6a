/** What a page has to be wherever a test looks at it: without a fault that axe finds, and no wider than the screen. */
import { type Page, expect } from "@playwright/test"
import axe from "axe-core"

/** Where axe looks and by which rules: the whole page by all of them, unless said otherwise. */
export interface Look {
  /** Selector of the only part to look at. */
  within?: string
  /** The only rules. */
  rules?: readonly string[]
  /** Rules that are left out. */
  withoutRules?: readonly string[]
}

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * The rule and the first element of each fault. axe runs in the page itself: its own package for Playwright opens a second page
 * for each look, whose process costs more than the look. Frames are not looked into, as that of a mail runs no script.
 */
export async function axeFaults(page: Page, look: Look = {}): Promise<string[]> {
  const { within, rules, withoutRules = [] } = look
  const options: axe.RunOptions = {
    iframes: false,
    resultTypes: ["violations"],
    rules: Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }])),
    ...(rules === undefined ? {} : { runOnly: { type: "rule", values: [...rules] } }),
  }
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source)
  return await page.evaluate(
    async ([context, how]) => {
      const found = await window.axe?.run(context ?? document, how)
      if (found === undefined) throw new Error("axe is not in the page")
      return found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`)
    },
    [within, options] as const,
  )
}

export async function noFaults(page: Page, look?: Look): Promise<void> {
  expect(await axeFaults(page, look)).toEqual([])
}

/** In the dialog of the mail. */
export async function noFaultsInMail(page: Page): Promise<void> {
  await noFaults(page, { within: "#mail-dialog" })
}

export async function fitsScreen(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
