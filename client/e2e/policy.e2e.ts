/** What the headers of a page make the browser refuse, and what they make it fetch. */
import { expect, test } from "./fixtures.ts"

test("no text becomes a script or markup, whatever runs on the page", async ({
  page,
  complaints,
}) => {
  complaints.expect(/TrustedHTML|TrustedScriptURL|TrustedScript|trusted-types/u)
  await page.goto("/login")
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      markup: () => (document.createElement("div").innerHTML = "<p>text</p>"),
      address: () => (document.createElement("script").src = "/assets/none.js"),
      handler: () => document.createElement("p").setAttribute("onclick", "text"),
      policy: () => Reflect.get(globalThis, "trustedTypes").createPolicy("other", {}),
    }
    return Object.keys(attempts).filter((name) => {
      try {
        attempts[name]?.()
        return false
      } catch (error) {
        return error instanceof TypeError
      }
    })
  })
  expect(refused).toEqual(["markup", "address", "handler", "policy"])
})

test("the font of the first paint is fetched once, and no other", async ({ page }) => {
  const fonts: string[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname)
  })
  await page.goto("/login")
  await page.evaluate(async () => await document.fonts.ready)
  expect(fonts).toEqual([expect.stringMatching(/^\/assets\/sofia-sans-latin-wght-normal-/u)])
})
