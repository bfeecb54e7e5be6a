import { expect, test } from "vitest"

import { type PicklistValue, picklistOptions } from "./picklists.ts"

const OPTIONS = [
  { value: "shipper", label: "Shipper" },
  { value: "carrier", label: "Carrier" },
  { value: "broker", label: "Customs broker" },
]

test("a picklist as it came with the product changes no word", () => {
  expect(offered(["shipper", "carrier", "broker"].map((code) => valueOf(code)))).toEqual(OPTIONS)
})

test("the company's words and its order take the place of the product's", () => {
  const values = [
    valueOf("broker"),
    valueOf("carrier", { label: "Line", isLocalOverride: true }),
    valueOf("shipper", { labels: { nl: "Verlader" } }),
  ]
  expect(offered(values).map(({ label }) => label)).toEqual(["Customs broker", "Line", "Shipper"])
  expect(offered(values, { language: "nl" }).at(-1)?.label).toBe("Verlader")
})

test("what is not offered is an option only where it is stored", () => {
  const values = [valueOf("shipper"), valueOf("broker", { validTo: "2026-11-24" })]
  expect(offered(values).map(({ value }) => value)).toEqual(["shipper"])
  expect(offered(values, { stored: ["broker", "carrier"] })).toEqual(OPTIONS)
})

test("days are counted with their first and last one", () => {
  const brokers = [
    valueOf("broker", { validFrom: "2026-11-25", validTo: "2026-11-25" }),
    valueOf("broker", { validFrom: "2026-11-26" }),
  ]
  const counts = brokers.map((broker) => offered([valueOf("shipper"), broker]).length)
  expect(counts).toEqual([2, 1])
})

test("a picklist of other words changes nothing", () => {
  expect(offered([valueOf("pilot")])).toBe(OPTIONS)
  expect(offered([])).toBe(OPTIONS)
})

function offered(
  values: readonly PicklistValue[],
  more: { language?: string; stored?: string[] } = {},
) {
  return picklistOptions(OPTIONS, {
    values,
    language: "en",
    day: "2026-11-25",
    stored: [],
    ...more,
  })
}

function valueOf(code: string, more: Partial<PicklistValue> = {}): PicklistValue {
  return {
    code,
    label: `Label of ${code}`,
    labels: {},
    validFrom: null,
    validTo: null,
    isLocalOverride: false,
    ...more,
  }
}
