import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { draw } from "#client/ui/test-dom.tsx"
import { Ago, Clocks, Instant, Limit, Time } from "#client/ui/time.tsx"

const NOW = "2026-11-20T12:00:00.000Z"
const ANY = { exact: "20 Nov 2026, 17:00 UTC+1", instant: "2026-11-20T16:00:00Z" }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) })
})
afterEach(() => vi.useRealTimers())

test("a server writes times that say their zone and are no buttons", () => {
  const html = renderToString(
    <Clocks value={{ zone: "America/St_Johns", opens: false }}>
      <Instant dateTime={ANY.instant}>{ANY.exact}</Instant>
      <Time {...ANY} relative="in 4 hours" />
      <Limit {...ANY} now={NOW} />
    </Clocks>,
  )
  expect(html.match(/title="America\/St Johns"/gu)).toHaveLength(3)
  expect(html).not.toContain("role=")
  expect(html.replaceAll(/<!-- -->|<[^>]*>/gu, "")).toContain(`${ANY.exact} (in 4 hours)`)
})

test("with script each opens, but for days and for what stands in another control", async () => {
  const page = await draw(
    <Clocks value={{ zone: "UTC", opens: true }}>
      <Instant dateTime={ANY.instant}>opens</Instant>
      <Ago {...ANY} relative="in 4 hours" />
      <Instant dateTime={ANY.instant} isPart>
        part
      </Instant>
      <Instant dateTime="2026-11-20">day</Instant>
    </Clocks>,
  )
  const times = [...document.querySelectorAll("time")]
  expect(times.map((time) => time.getAttribute("role"))).toEqual(["button", "button", null, null])
  expect(times.map((time) => time.tabIndex)).toEqual([0, 0, -1, -1])
  await page.end()
})

test("where nothing opens times, they are read as they were", async () => {
  const page = await draw(<Instant dateTime={ANY.instant}>read</Instant>)
  expect(page.find("time", HTMLElement).getAttributeNames()).toEqual(["datetime"])
  await page.end()
})

test("countdowns share one timer, which goes off when a text changes", async () => {
  const page = await draw(
    <>
      <Limit {...ANY} now={NOW} />
      <Limit exact="later" instant="2026-11-22T12:30:00Z" now={NOW} />
    </>,
  )
  const text = () => page.text().replaceAll(/\s+/gu, " ")
  expect(text()).toContain("(in 4 hours)")
  expect(text()).toContain("(in 2 days)")
  expect(vi.getTimerCount()).toBe(1)
  await page.step(() => void vi.advanceTimersByTime(1))
  expect(text()).toContain("(in 3 hours)")
  await page.step(() => void vi.advanceTimersByTime(30 * 60_000))
  expect(text()).toContain("(in 1 day)")
  await page.step(() => void vi.advanceTimersByTime(3 * 3_600_000))
  expect(text()).toContain("(in 29 minutes)")
  expect(vi.getTimerCount()).toBe(1)
  await page.end()
  expect(vi.getTimerCount()).toBe(0)
})

test("a machine that slept shows the present when the page is looked at again", async () => {
  const page = await draw(<Limit {...ANY} now={NOW} />)
  vi.setSystemTime(Date.parse("2026-11-20T15:59:30Z"))
  await page.step(() => void document.dispatchEvent(new Event("visibilitychange")))
  expect(page.text()).toContain("(in less than a minute)")
  await page.end()
})
