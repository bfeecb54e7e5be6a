/** People of a company whose own IAM service answers in the specification's words, and in whatever shape it has. */
import type { Page } from "@playwright/test"

import { signIn, signOut } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { ADA, good, haveAccount, says, tokenUntil } from "./own-iam.ts"
import type { Answer, Shape } from "./own-iam.ts"

const LOGIN = "/iam/api/v1/auth/login"
const USERS_TOKEN = "/iam/api/v1/users-token"
const SHAPES: readonly Shape[] = ["object", "list", "bare"]
const SUSPENDED = "Your account has been suspended. Please contact your Admin for assistance."
/** Renewed two minutes before its end, which is in a moment. */
const TOKEN_MS = 122_000

// The server has started by then, which removes all accounts.
test.beforeEach(haveAccount)

for (const shape of SHAPES) {
  test(`a session begins, is renewed and ends where an answer is ${shape}`, async ({ page }) => {
    const jwt = tokenUntil(Date.now() + TOKEN_MS)
    await says(shape, { [LOGIN]: good(shape, { jwt }) })
    const logins = countLogins(page)
    await page.goto("/contacts")
    await expect(page).toHaveURL(/\/login\?redirect_uri=/u)
    await signIn(page, ADA)
    await expect(page).toHaveURL("/contacts")
    await expect(page.getByRole("button", { name: "Ada Lovelace, your account" })).toBeVisible()
    await expect.poll(() => token(page)).toBe("renewed")
    await page.reload()
    await page.waitForLoadState("networkidle")
    await expect(page).toHaveURL("/contacts")
    await signOut(page, ADA)
    await page.waitForLoadState("networkidle")
    expect(await token(page)).toBeUndefined()
    expect(logins()).toBe(1)
  })

  test(`a code is asked for where the flag says so and an answer is ${shape}`, async ({ page }) => {
    for (const more of [{ emailId: "a***@lines.test" }, { fbtkn: "5ec2e7" }]) {
      await says(shape, { [LOGIN]: good(shape, { twoFactorAuth: true, ...more }) })
      const logins = countLogins(page)
      await page.goto("/contacts")
      await signIn(page, ADA)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
      await page.getByRole("textbox").fill("123456")
      await page.keyboard.press("Enter")
      await expect(page).toHaveURL("/contacts")
      await page.waitForLoadState("networkidle")
      expect(await token(page)).toBe("by-code")
      expect(logins()).toBe(1)
      await signOut(page, ADA)
    }
  })
}

const SUSPENSIONS: readonly Answer[] = [
  [401, "text/plain", "Account was suspended"],
  [400, "application/json", '"Account was suspended"'],
  [403, "application/json", '{"message":"Account was suspended"}'],
]

for (const suspended of SUSPENSIONS) {
  const [status, type, content] = suspended
  test(`a suspension is shown where the service says ${content} as ${type} with ${String(status)}`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 403/u)
    await says("object", { [LOGIN]: suspended })
    const logins = countLogins(page)
    await page.goto("/login")
    await signIn(page, ADA)
    await expect(message(page, SUSPENDED)).toBeVisible()
    await expect(page).toHaveURL("/login")
    await page.reload()
    await page.waitForLoadState("networkidle")
    expect(logins()).toBe(1)

    // Of somebody who is in, by the next document.
    await says("object")
    await signIn(page, ADA)
    await expect(page).toHaveURL("/dashboard")
    await page.waitForLoadState("networkidle")
    await says("object", { [USERS_TOKEN]: suspended })
    await page.reload()
    await expect(message(page, SUSPENDED)).toBeVisible()
    await expect(page).toHaveURL(/\/login/u)
    expect(await token(page)).toBeUndefined()
  })
}

test("nobody goes round in circles where sessions end at once", async ({ page, context }) => {
  await says("object")
  const logins = countLogins(page)
  // A browser that keeps no token, as one does whose clock is far ahead.
  await page.route("**/dashboard", async (route) => {
    await context.clearCookies()
    await route.continue({ headers: { ...route.request().headers(), cookie: "" } })
  })
  await page.goto("/login")
  await signIn(page, ADA)
  await expect(message(page, "Couldn't start your session. Sign in again.")).toBeVisible()
  await page.waitForLoadState("networkidle")
  // The person's own, and two without a person's act.
  expect(logins()).toBe(3)
  await page.unroute("**/dashboard")
  await signIn(page, ADA)
  await expect(page).toHaveURL("/dashboard")
})

/** Counts the login exchanges of a page from now on. */
function countLogins(page: Page): () => number {
  let count = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === LOGIN) count += 1
  })
  return () => count
}

async function token(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === "token")?.value
}
