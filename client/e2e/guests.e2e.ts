/** Scripts of others: there after the sign-in, gone with the session, and nowhere else. And what fails in a page reaches the server. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { newRegistration, register, signOut } from "./company.ts"
import { Complaints, expect, test } from "./fixtures.ts"
import { startServer } from "./server.ts"

/** Says that it is there, and asks its own machine for something. */
const SCRIPT = `{
  const { origin } = new URL(document.currentScript.src)
  window.guest = true
  fetch(origin + "/data", { mode: "no-cors" })
}`

test("analytics and chat come with a session and a key, talk to their machine alone, and go at the sign-out", async ({
  browser,
}) => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? "")
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin")
    response.setHeader("Content-Type", "text/javascript")
    response.end(SCRIPT)
  })
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, "127.0.0.1", resolve)
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port } = elsewhere.address() as AddressInfo
  const there = `http://127.0.0.1:${String(port)}`
  const server = await startServer({
    config: `[keys]
pendo = "p-1"
[scripts.analytics]
src = "${there}/{key}.js"
origins = ["${there}"]
[scripts.chat]
src = "${there}/chat.js"
`,
  })
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage()
  const complaints = new Complaints()
  complaints.expect(new RegExp(`request to another origin: ${there}`, "u"))
  complaints.watch(page, server.origin)
  const registration = newRegistration()

  await page.goto("/login")
  await page.waitForLoadState("networkidle")
  expect(asked).toEqual([])
  await register(page, registration)
  const all = ["/chat.js", "/data", "/data", "/p-1.js"]
  await expect.poll(() => asked.toSorted()).toEqual(all)
  expect(await page.evaluate(() => "guest" in window)).toBe(true)

  await signOut(page, registration)
  await page.waitForLoadState("networkidle")
  expect(await page.evaluate(() => "guest" in window)).toBe(false)
  expect(asked.toSorted()).toEqual(all)

  complaints.none()
  await page.context().close()
  await server.stop()
  elsewhere.close()
})

test("what fails in a page is told to the server with its screen and release", async ({
  page,
  complaints,
}) => {
  complaints.expect(/null has no data/u)
  await register(page, newRegistration())
  await page.waitForLoadState("networkidle")
  const report = page.waitForRequest("**/fault-report")
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError("null has no data")
    })
  })
  const request = await report
  expect(request.postDataJSON()).toMatchObject({
    message: "null has no data",
    route: "dashboard",
    release: await page.locator("html").getAttribute("data-release"),
  })
  expect((await request.response())?.status()).toBe(204)
})
