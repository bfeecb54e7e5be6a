/** What a page has to be wherever a test looks at it: without a fault that axe finds, and no wider than the screen. */
import { AxeBuilder } from "@axe-core/playwright"
import { type Page, expect } from "@playwright/test"

/** Where axe looks. It is a script, so it looks into no frame that runs none, such as that of a mail. */
type Look = (axe: AxeBuilder) => AxeBuilder

/** The rule and the first element of each fault. */
export async function axeFaults(page: Page, look: Look = (axe) => axe): Promise<string[]> {
  const { violations } = await look(new AxeBuilder({ page })).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`)
}

export async function noFaults(page: Page, look?: Look): Promise<void> {
  expect(await axeFaults(page, look)).toEqual([])
}

/** The dialog of the mail, but for the mail itself. */
export async function noFaultsInMail(page: Page): Promise<void> {
  await noFaults(page, (axe) => axe.include("#mail-dialog").exclude("iframe"))
}

export async function fitsScreen(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
