import { MemoryRouter } from "react-router"
import { afterEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { SOMEONE, fakeVisit } from "#client/services/fake-visit.ts"
import { VisitProvider } from "#client/services/page.tsx"
import { draw } from "#client/ui/test-dom.tsx"

import { NotificationsDialog } from "./notifications-dialog.tsx"

const PATH = "/iam/api/v1/notifications"
const STYLE = { timeZone: "UTC" }

afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

function note(id: string, status = "new", more: object = {}) {
  return {
    _id: id,
    status,
    kind: "issueAssigned",
    severity: "info",
    title: `Note ${id}`,
    body: "",
    href: null,
    createdAt: "2026-11-20T11:00:00Z",
    ...more,
  }
}

async function opened(unread: number) {
  // Fetched when the dialog opens: here already, so that no test waits for it.
  await import("./inbox.tsx")
  setToken(tokenFor("u1"))
  const visit = fakeVisit({ ...SOMEONE, unread })
  const page = await draw(
    <MemoryRouter>
      <VisitProvider visit={visit}>
        <NotificationsDialog style={STYLE} unread={unread} />
      </VisitProvider>
    </MemoryRouter>,
  )
  const open = () =>
    page.step(() => {
      page.find("dialog", HTMLDialogElement).setAttribute("open", "")
    })
  return { visit, page, open }
}

/** Waits for what comes from the server, which React draws by itself. */
async function until(check: () => void) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await vi.waitFor(check)
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
}

test("nothing is asked for before it is opened", async () => {
  const asked = fakeServer({ [PATH]: { body: { data: [note("b")], unread: 1 } } })
  const { page, open } = await opened(1)
  expect(asked).toEqual([])
  await open()
  await until(() => expect(page.text()).toContain("Note b"))
  expect(asked.map(({ path }) => path)).toEqual([PATH])
  await page.end()
})

test("older ones come on demand, and are said once", async () => {
  fakeServer({
    [PATH]: { body: { data: [note("d"), note("c")], unread: 2, next: "c" } },
    [`${PATH}?before=c`]: { body: { data: [note("b", "loaded"), note("a", "loaded")], unread: 2 } },
  })
  const { page, open } = await opened(2)
  await open()
  await until(() => expect(page.text()).toContain("Show older"))
  const older = [...document.querySelectorAll("button")].find(
    (button) => button.textContent === "Show older",
  )
  await page.step(() => older?.click())
  await until(() => expect(document.querySelectorAll("li")).toHaveLength(4))
  expect(page.text()).not.toContain("Show older")
  await page.end()
})

test("one that was looked at is no longer new, here and in the badge", async () => {
  const asked = fakeServer({
    [PATH]: { body: { data: [note("b"), note("a")], unread: 2 } },
    [`${PATH}/loaded`]: { body: { data: { unread: 1 } } },
  })
  const { visit, page, open } = await opened(2)
  await open()
  await until(() => expect(page.text()).toContain("Note b"))
  await page.step(() => page.find('[aria-label="Mark as read: Note b"]', HTMLButtonElement).click())
  await until(() => expect(visit.session.get()?.unread).toBe(1))
  expect(asked.at(-1)).toMatchObject({ method: "POST", body: { ids: ["b"] } })
  expect(document.querySelectorAll("[data-new]")).toHaveLength(1)
  expect(document.activeElement?.textContent).toContain("Note b")
  await page.end()
})

test("a failure is told and can be tried again", async () => {
  let isDown = true
  fakeServer({
    [PATH]: () => (isDown ? { status: 503 } : { body: { data: [note("a")], unread: 1 } }),
  })
  const { page, open } = await opened(1)
  await open()
  await until(() => expect(page.text()).toContain("could not be loaded"))
  isDown = false
  const again = [...document.querySelectorAll("button")].find(
    (button) => button.textContent === "Try again",
  )
  await page.step(() => again?.click())
  await until(() => expect(page.text()).toContain("Note a"))
  await page.end()
})
