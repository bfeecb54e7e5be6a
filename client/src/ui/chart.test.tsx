import { afterEach, expect, test } from "vitest"

import { Chart, Sparkline } from "#client/ui/chart.tsx"
import type { ChartKind } from "#client/ui/chart.tsx"
import { Diff } from "#client/ui/diff.tsx"
import { draw } from "#client/ui/test-dom.tsx"

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.end())

const POINTS = [
  { label: "Antwerp", value: 12 },
  { label: "Bremerhaven", value: 30 },
  { label: "Antwerp", value: 6 },
]

function chart(kind: ChartKind, points: readonly (typeof POINTS)[number][]) {
  return (
    <Chart
      empty="No rows."
      format={(value) => `${value} t`}
      kind={kind}
      points={points}
      title="Weight by port"
      x="Port"
      y="Weight"
    />
  )
}

test.each(["bar", "line", "pie"] as const)(
  "a %s chart says every value as a table",
  async (kind) => {
    page = await draw(chart(kind, POINTS))
    expect(page.find("svg", SVGElement).getAttribute("aria-label")).toBe("Weight by port")
    const rows = [...(page.find("table", HTMLTableElement).tBodies[0]?.rows ?? [])]
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Antwerp12 t",
      "Bremerhaven30 t",
      "Antwerp6 t",
    ])
  },
)

test("the longest bar is as long as the scale, the others in proportion", async () => {
  page = await draw(chart("bar", POINTS.slice(0, 2)))
  const [short, long] = [...document.querySelectorAll(".ui-chart-bar")].map((bar) =>
    Number(bar.getAttribute("width")),
  )
  expect((short ?? 0) / (long ?? 1)).toBeCloseTo(12 / 30, 2)
})

test("without a point the words stand alone", async () => {
  page = await draw(chart("line", []))
  expect(page.text()).toBe("No rows.")
})

test("a sparkline is named and has a corner for each value", async () => {
  page = await draw(<Sparkline label="5, then 7, then 6" values={[5, 7, 6]} />)
  expect(page.find("svg", SVGElement).getAttribute("aria-label")).toBe("5, then 7, then 6")
  const course = page.find("polyline", SVGElement).getAttribute("points") ?? ""
  expect(course.split(" ")).toHaveLength(3)
})

test("a change says what was removed, what was added, and keeps a secret", async () => {
  page = await draw(
    <Diff
      changes={[
        { path: "/name", old: "Ada", new: "Ida" },
        { path: "/tags", label: "Tags", old: ["a", "b"], new: ["b", "c"] },
        { path: "/note", old: null, new: "first" },
        { path: "/address/city", old: "Ghent", new: "" },
        { path: "/password", old: null, new: null, masked: true },
        { path: "/active", old: true, new: false },
        { path: "/hours", old: null, new: { from: "08:00", to: "", days: ["Mon", "Tue"] } },
      ]}
    />,
  )
  const told = [...document.querySelectorAll(".ui-diff-row")].map((row) => [
    row.querySelector("dt")?.textContent,
    row.querySelector("dd")?.textContent,
  ])
  expect(told).toEqual([
    ["Name", "Removed: Ada→Added: Ida"],
    ["Tags", "Removed: aAdded: c"],
    ["Note", "Added: first"],
    ["Address › City", "Removed: Ghent"],
    ["Password", "Changed. The value is hidden."],
    ["Active", "Removed: Yes→Added: No"],
    ["Hours", "Added: From: 08:00, Days: Mon, Tue"],
  ])
})

test("in a long text only the words that differ are marked", async () => {
  const text = "The container leaves the terminal on Monday and reaches the depot in the afternoon."
  page = await draw(
    <Diff changes={[{ path: "/description", old: text, new: text.replace("Monday", "Friday") }]} />,
  )
  expect(page.find("del", HTMLElement).textContent).toBe("Removed: Monday ")
  expect(page.find("ins", HTMLElement).textContent).toBe("Added: Friday ")
})
