import { afterEach, expect, test, vi } from "vitest"

import { type Asked, fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { SOMEONE, fakeVisit } from "#client/services/fake-visit.ts"
import { PageProvider, VisitProvider } from "#client/services/page.tsx"
import { draw, type } from "#client/ui/test-dom.tsx"

import type { Report, ReportSchedule } from "./report-data.ts"
import { ScheduleCard } from "./schedule-card.tsx"
import { ScheduleForm } from "./schedule-form.tsx"
import { newSchedule } from "./schedule.ts"

const PATH = "/report/api/v1/reportSketch/r1"
const RIGHTS = ["report:view", "report:edit", "report:schedule", "user:view"]

const REPORT: Report = {
  _id: "r1",
  companyId: "c1",
  version: 3,
  createdAt: "2026-11-20T11:00:00Z",
  createdBy: "u1",
  updatedAt: "2026-11-20T11:00:00Z",
  updatedBy: "u1",
  deletedAt: null,
  isLocalOverride: false,
  name: "Contacts by kind",
  description: "",
  dataset: "contacts",
  columns: [],
  filters: null,
  groupBy: [],
  totals: false,
  chart: { type: "none", x: "", y: "" },
  limit: 1000,
  visibility: "private",
  sharedRoles: [],
  ownerId: "u1",
  tags: [],
  pinned: false,
  isOwn: true,
  schedule: null,
  nextDelivery: null,
  lastDelivery: null,
  lastRun: null,
}

afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

/** The box of a label. */
function box(label: string): HTMLElement {
  const found = [...document.querySelectorAll("label")].find((each) => each.textContent === label)
  const input = found?.control ?? null
  if (input === null) throw new Error(`nothing is called ${label}`)
  return input
}

function button(label: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll("button")].find((each) => each.textContent === label)
}

async function drawn(schedule: ReportSchedule | null, rights = RIGHTS) {
  setToken(tokenFor("u1"))
  const visit = fakeVisit({ ...SOMEONE, permissions: rights })
  const report = { ...REPORT, schedule, nextDelivery: schedule && "2026-11-23T07:00:00Z" }
  const page = await draw(
    <VisitProvider visit={visit}>
      <PageProvider needs={{}} url="/reports/r1">
        <ScheduleForm dialog="schedule-report" report={report} />
        <ScheduleCard report={report} />
      </PageProvider>
    </VisitProvider>,
  )
  const save = () => page.step(() => page.find("form", HTMLFormElement).requestSubmit())
  return { page, save }
}

const written = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== "GET")

test("a schedule without a day is not sent to the server, and the field says why", async () => {
  const asked = fakeServer({})
  const { page, save } = await drawn(null)
  expect(page.text()).toContain("In the company's time zone: Europe/Amsterdam.")
  await page.step(() => box("Monday").click())
  await save()
  expect(page.find("#field-schedule-weekdays-error", HTMLElement).textContent).toBe(
    "Choose at least one day.",
  )
  expect(page.find("[role=alert] a", HTMLAnchorElement).hash).toBe("#field-schedule-weekdays")
  expect(written(asked)).toEqual([])
  await page.step(() => box("Thursday").click())
  expect(document.querySelector("[role=alert]")).toBeNull()
  await page.end()
})

test("what the server refuses keeps what was typed, and is saved afterwards", async () => {
  const detail = "Share the report first. Only its owner can see it."
  let isShared = false
  const asked = fakeServer({
    [PATH]: () =>
      isShared
        ? { body: { data: { ...REPORT, version: 4 } } }
        : {
            status: 422,
            body: { title: "Not valid", status: 422, errors: [{ pointer: "/schedule", detail }] },
          },
  })
  const { page, save } = await drawn(null)
  await page.step(() => box("Friday").click())
  await page.step(() => type(page.find("[type=time]", HTMLInputElement), "17:30"))
  await save()
  expect(page.find("[role=alert]", HTMLElement).textContent).toContain(detail)
  expect(page.find("[type=time]", HTMLInputElement).value).toBe("17:30")
  isShared = true
  await save()
  expect(document.querySelector("[role=alert]")).toBeNull()
  const schedule = { ...newSchedule("u1"), weekdays: ["mon", "fri"], time: "17:30" }
  expect(written(asked).map(({ body }) => body)).toEqual([{ schedule }, { schedule }])
  await page.end()
})

test("a schedule is sent once, and stopped", async () => {
  const user = { id: "u1", name: "Ada" }
  const at = "2026-11-20T12:00:00Z"
  const asked = fakeServer({
    [PATH]: { body: { data: { ...REPORT, version: 4 } } },
    [`${PATH}/deliver`]: {
      status: 202,
      body: { data: { dueAt: at, at, user, status: "sent", rows: 2, detail: null } },
    },
  })
  const { page } = await drawn(newSchedule("u1"))
  expect(page.text()).toContain("Every week on Monday at 08:00 (Europe/Amsterdam)")
  await page.step(() => button("Send me one now")?.click())
  // What is typed and not saved would not be what is sent.
  await page.step(() => box("Paused").click())
  expect(button("Send me one now")?.getAttribute("aria-disabled")).toBe("true")
  await page.step(() => button("Stop sending")?.click())
  expect(written(asked).map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", `${PATH}/deliver`, null],
    ["PATCH", PATH, { schedule: null }],
  ])
  await page.end()
})

test("the card says more to those who may schedule, and asks for deliveries when opened", async () => {
  const asked = fakeServer({ [`${PATH}/deliveries`]: { body: { data: [] } } })
  const { page } = await drawn(newSchedule("u1"))
  expect(page.text()).toContain("1 user")
  expect(asked.map(({ path }) => path)).toEqual([])
  await page.step(() => {
    const details = page.find("details", HTMLDetailsElement)
    details.open = true
    details.dispatchEvent(new Event("toggle"))
  })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await vi.waitFor(() => expect(page.text()).toContain("Each delivery is listed here."))
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await page.end()

  const reader = await drawn(newSchedule("u1"), ["report:view"])
  const card = reader.page.find("#sent-by-mail-title", HTMLElement).closest("section")
  expect(card?.textContent).toBe("Sent by e-mailIt is next sent on 23 Nov 2026, 07:00 UTC.")
  await reader.page.end()
})
