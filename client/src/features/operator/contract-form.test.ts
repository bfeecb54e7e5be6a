import { expect, test } from "vitest"

import { fieldsOf } from "#client/records/fields.ts"

import { contractSections } from "./contract-form.ts"

const fields = (hasPlan: boolean) =>
  fieldsOf(contractSections({ products: ["workspace", "mail", "drones"], hasPlan }))

test("every product but the workspace can be deselected, including one without a translation", () => {
  const products = fields(true).find(({ name }) => name === "products")
  expect(products).toMatchObject({
    options: [
      { value: "mail", label: "Mail" },
      { value: "drones", label: "drones" },
    ],
  })
})

test("the name of the plan is required if the company has a plan", () => {
  const required = [true, false].map((hasPlan) =>
    fields(hasPlan).some((field) => field.name === "subscripedPlan.name" && field.required),
  )
  expect(required).toEqual([true, false])
})
