/** Every screen in every language: written by the server, hydrated without a difference, mirrored where it reads so. */
import { call, enterDemo } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { UNMOVED, sidewaysAndChanged } from "./hydration.ts"
import { KINDS, placesOf } from "./screens.ts"

test.use({ demo: true })

const LANGUAGES = [
  { language: "es", dir: "ltr", dashboard: "Panel", save: "Crear", country: "Países Bajos" },
  { language: "ar", dir: "rtl", dashboard: "لوحة المعلومات", save: "إنشاء", country: "هولندا" },
] as const

// Its tests are shared by the workers, each with a server of its own.
test.describe.configure({ mode: "parallel" })

for (const { language, dir, dashboard, save, country } of LANGUAGES) {
  for (const kind of KINDS) {
    test(`every screen is written in ${language} by the server, and stays so: ${kind}`, async ({
      page,
      context,
      server,
      complaints,
    }) => {
      test.slow()
      complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
      const blank = await context.newPage()
      await enterDemo(page, server)
      await call(page, "PATCH", "/iam/api/v1/users/me", { body: { language } })
      await page.setViewportSize({ width: 390, height: 844 })
      const root = page.locator("html")
      for (const { path } of await placesOf(page, kind)) {
        expect.soft(await sidewaysAndChanged(page, blank, path), path).toEqual(UNMOVED)
        await expect(root, path).toHaveAttribute("lang", language)
        await expect(root, path).toHaveAttribute("dir", dir)
      }
      await page.goto("/dashboard")
      await expect(page).toHaveTitle(new RegExp(dashboard, "u"))
      // As the server writes it, and once the company's own countries are there.
      await expect(page.locator('section[aria-labelledby="company-title"]')).toContainText(country)
      await page.waitForLoadState("networkidle")
      await expect(page.locator('section[aria-labelledby="company-title"]')).toContainText(country)
      await page.goto("/contacts/create")
      await expect(page.getByRole("button", { name: save, exact: true })).toBeVisible()
    })
  }
}

test("a guest reads the language that the browser asks for", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, locale: "ar" })
  const page = await context.newPage()
  await page.goto("/login")
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl")
  await context.close()
})
