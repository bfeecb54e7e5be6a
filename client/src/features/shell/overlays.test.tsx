import { createMemoryRouter } from "react-router"
import { RouterProvider } from "react-router/dom"
import { afterEach, expect, test } from "vitest"

import { whileBusy } from "#client/services/busy.ts"
import { fakeVisit } from "#client/services/fake-visit.ts"
import { VisitProvider } from "#client/services/page.tsx"
import { draw } from "#client/ui/test-dom.tsx"

import { Overlays } from "./overlays.tsx"

let page: Awaited<ReturnType<typeof draw>>
let end = () => {}
afterEach(() => page.end())

/** Goes on until it is ended. */
function lasting(): Promise<null> {
  return new Promise((resolve) => {
    end = () => resolve(null)
  })
}

function cover() {
  return document.querySelector(".ui-cover")
}

async function drawn(loader: () => Promise<null>) {
  const router = createMemoryRouter([
    { path: "/", Component: Overlays },
    { path: "/next", Component: Overlays, loader },
  ])
  page = await draw(
    <VisitProvider visit={fakeVisit(null)}>
      <RouterProvider router={router} />
    </VisitProvider>,
  )
  return router
}

test("the bar is there while a navigation goes on, and ends with it", async () => {
  const router = await drawn(lasting)
  const bar = () => page.find(".ui-progress", HTMLElement).dataset["active"]
  expect(bar()).toBe("false")
  await page.step(() => void router.navigate("/next"))
  expect(bar()).toBe("true")
  await page.step(() => end())
  expect(router.state.location.pathname).toBe("/next")
  expect(bar()).toBe("false")
})

test("the page is covered while somebody signs in or out", async () => {
  await drawn(async () => null)
  expect(cover()).toBeNull()
  await page.step(() => void whileBusy(lasting))
  expect(cover()?.textContent).toBe("One moment…")
  await page.step(() => end())
  expect(cover()).toBeNull()
})
