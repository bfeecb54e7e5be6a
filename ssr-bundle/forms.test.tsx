// @vitest-environment node
/** The forms that the server reads without script. */
import { ACTIONS, RESOURCES } from "client/lib/rights.ts"
import { expect, test } from "vitest"

import { type ManifestRoute, manifestRoutes, readForms } from "./manifest.ts"
import { renderPage, settle } from "./render.tsx"
import { sampleInput, samplePages } from "./sample.ts"

await settle()
const forms = await readForms()
const routes = manifestRoutes(undefined, forms)
const leaves = flatten(routes).filter(({ module }) => module !== null)
const permissions = RESOURCES.flatMap((resource) =>
  ACTIONS[resource].map((action) => `${resource}:${action}`),
)

test("a screen draws a form for the server where the manifest describes it", () => {
  const pages = samplePages(routes).filter(({ auth }) => auth === "required")
  const drawn = pages.filter((page) => {
    const url = "record" in page.needs ? `${page.url}?edit` : page.url
    const input = sampleInput({ ...page, url }, "ready")
    const session = input.session === null ? null : { ...input.session, permissions }
    return renderPage({ ...input, session }).includes('name="$fields"')
  })
  const fixed = drawn.map(({ id }) => id)
  expect(fixed.filter((id) => !forms.has(id))).toEqual([])
  expect([...forms.keys()].filter((id) => !fixed.includes(id))).toEqual([])
  expect(forms.size).toBeGreaterThanOrEqual(20)
})

test("a new record has its page beside its form", () => {
  const made = leaves.filter(({ form, needs }) => form !== null && needs["record"] === undefined)
  expect(made.filter((route) => !(route.path ?? "").endsWith("/create"))).toEqual([])
  for (const { path: address = "" } of made) {
    const record = (address ?? "").replace(/\/create$/u, "/:id")
    expect(leaves.some((route) => route.path === record)).toBe(true)
  }
})

test("a form is described by its own fields", () => {
  const fields = forms.get("contact-create")?.fields ?? []
  const of = (name: string) => fields.find((field) => field.name === name)
  expect(forms.get("contact-create")?.service).toBe("/contact/api/v1/contacts")
  expect(of("scac")).toEqual({ name: "scac", kind: "text", empty: "", code: true })
  expect(of("language")).toEqual({ name: "language", kind: "choice", empty: "" })
  expect(of("organisationId")?.source).toEqual({
    path: "/contact/api/v1/contacts?page=1&pageSize=8&filter=kind%3Aeq%3Aorganisation",
    value: "_id",
    label: "displayName",
  })
  expect(of("emails")?.of?.map(({ kind }) => kind)).toEqual(["text", "choice", "choice", "flag"])
})

function flatten(list: readonly ManifestRoute[]): ManifestRoute[] {
  return list.flatMap((route) => [route, ...flatten(route.children)])
}
