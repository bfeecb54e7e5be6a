/** What holds on every screen: accessible, hydrated without a mismatch, reachable by keyboard, no sideways scroll. */
import type { Page } from "@playwright/test"

import { enterDemo, newRegistration } from "./company.ts"
import { type Look, axeFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { UNMOVED, sidewaysAndChanged } from "./hydration.ts"
import { tabTo } from "./keys.ts"
import { GUEST_SCREENS, KINDS, placesOf } from "./screens.ts"
import type { Kind } from "./screens.ts"
import type { Server } from "./server.ts"

/** What the look of a screen decides; all else is the same in every face. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]

const FACES = {
  light: { media: { colorScheme: "light", forcedColors: "none" }, look: {} },
  dark: {
    media: { colorScheme: "dark", forcedColors: "none" },
    look: { rules: COLOUR_RULES },
  },
  // The colours are the user's then; axe reads those of the style sheet.
  forced: {
    media: { colorScheme: "light", forcedColors: "active" },
    look: { withoutRules: COLOUR_RULES },
  },
} as const satisfies Record<string, { media: object; look: Look }>

test.use({ demo: true })

// The longest file of the suite: its tests are shared by the workers, each with a server of its own.
test.describe.configure({ mode: "parallel" })

const SCREENS = [...KINDS, "guest"] as const

for (const kind of SCREENS) {
  test(`axe finds nothing on any screen in the light theme, the dark theme and forced colours: ${kind}`, async ({
    page,
    server,
    complaints,
  }) => {
    // All screens of a kind in one test, as opening one costs more than looking at it.
    test.setTimeout(10 * 60_000)
    complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
    const violations: string[] = []
    const paths = kind === "guest" ? GUEST_SCREENS : await pathsOf(page, server, kind)
    for (const path of paths) violations.push(...(await violationsOf(page, path)))
    expect(violations).toEqual([])
  })
}

for (const kind of KINDS) {
  test(`on a phone no screen scrolls sideways, and the server's HTML is what hydration leaves: ${kind}`, async ({
    page,
    context,
    server,
    complaints,
  }) => {
    test.slow()
    complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
    // Pages of ours refuse to parse text; a blank one has no policy.
    const blank = await context.newPage()
    const paths = await pathsOf(page, server, kind)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of paths) {
      expect.soft(await sidewaysAndChanged(page, blank, path), path).toEqual(UNMOVED)
    }
  })
}

test("the keyboard alone registers a company and reaches every control of the dashboard", async ({
  page,
}) => {
  const { firstName, lastName, email, password, companyName } = newRegistration()
  await page.goto("/register")
  const fields: [string, string][] = [
    ["First name", firstName],
    ["Last name", lastName],
    ["E-mail", email],
    ["Password", password],
    ["Company name", companyName],
    ["Operating country", "Netherlands"],
  ]
  for (const [label, text] of fields) {
    await tabTo(page, page.getByLabel(label, { exact: label === "Password" }), 20)
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole("button", { name: "Create account" }), 20)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/dashboard")

  const unreached = new Set(
    await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "")),
  )
  for (let steps = 0; steps < 80 && unreached.size > 0; steps += 1) {
    await page.keyboard.press("Tab")
    unreached.delete(
      await page.evaluate(() => document.activeElement?.getAttribute("href") ?? "none"),
    )
  }
  expect([...unreached]).toEqual([])
})

/** Addresses of the screens of a kind, of the demonstration that is signed in then. */
async function pathsOf(page: Page, server: Server, kind: Kind): Promise<string[]> {
  await enterDemo(page, server)
  const places = await placesOf(page, kind)
  return places.map(({ path }) => path)
}

/** What axe finds on a screen, in every face. */
async function violationsOf(page: Page, path: string): Promise<string[]> {
  const violations: string[] = []
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  for (const [face, { media, look }] of Object.entries(FACES)) {
    await page.emulateMedia({ ...media, reducedMotion: "reduce" })
    // The shortest of transitions too shows its first colour until the next frame. Its promise of having finished waits for
    // one more, which nothing else asks for.
    await page.evaluate(async () => {
      let isChanging = true
      while (isChanging) {
        await new Promise(requestAnimationFrame)
        isChanging = document.getAnimations().some(({ playState }) => playState !== "finished")
      }
    })
    const found = await axeFaults(page, look)
    violations.push(...found.map((fault) => `${path}, ${face}: ${fault}`))
  }
  return violations
}
