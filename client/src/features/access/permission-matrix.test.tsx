import { useState } from "react"
import { afterEach, expect, test } from "vitest"

import { type RolePermission, grantsOf } from "#client/lib/rights.ts"
import { draw } from "#client/ui/test-dom.tsx"

import { giverOf } from "./matrix-model.ts"
import { PermissionMatrix } from "./permission-matrix.tsx"

const saved: RolePermission[] = [{ resource: "contact", actions: ["view"], scope: "office" }]
const giver = giverOf(
  [
    { permission: "contact:view", scope: "company" },
    { permission: "contact:edit", scope: "company" },
    { permission: "contact:delete", scope: "company" },
  ],
  null,
  [],
)

function Editor({ readOnly = false }: { readOnly?: boolean }) {
  const [value, setValue] = useState<readonly RolePermission[]>(saved)
  return (
    <PermissionMatrix
      giver={giver}
      id="permissions"
      onChange={setValue}
      other={{ name: "Clerk", grants: grantsOf([]) }}
      readOnly={readOnly}
      saved={saved}
      value={value}
    />
  )
}

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.end())

const box = (name: string) => page.find(`input[aria-label="${name}"]`, HTMLInputElement)
const press = (element: HTMLElement, key: string) =>
  page.step(() => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
  })

test("a tick is staged with what it brings along, said before it is saved, and undone", async () => {
  page = await draw(<Editor />)
  await page.step(() => box("Contacts: Delete").click())
  expect(box("Contacts: Edit").checked).toBe(true)
  expect(box("Contacts: Edit").title).toContain("Includes: Delete")
  expect(page.text()).toContain("2 permissions will change")
  expect(page.text()).toContain("Contacts: Deleteadded: Office")
  await page.step(() => box("Contacts: Edit").click())
  expect(box("Contacts: Edit").checked).toBe(true)
  await page.step(() => page.find(".am-changes button", HTMLButtonElement).click())
  expect(box("Contacts: Delete").checked).toBe(false)
  expect(page.text()).not.toContain("will change")
})

test("what the editor lacks cannot be ticked, and says so", async () => {
  page = await draw(<Editor />)
  const audit = box("Audit history: View")
  await page.step(() => audit.click())
  expect(audit.checked).toBe(false)
  expect(audit.getAttribute("aria-disabled")).toBe("true")
  expect(audit.title).toBe("You cannot grant this permission because you do not have it.")
})

test("a role that may not be changed shows its rights and takes none", async () => {
  page = await draw(<Editor readOnly />)
  await page.step(() => box("Contacts: View").click())
  expect(box("Contacts: View").checked).toBe(true)
  expect(page.text()).not.toContain("will change")
})

test("one control is reached by Tab, the arrows lead to the others", async () => {
  page = await draw(<Editor />)
  expect(document.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1)
  await page.step(() => box("Contacts: View").focus())
  expect(box("Contacts: View").tabIndex).toBe(0)
  await press(box("Contacts: View"), "ArrowRight")
  expect(document.activeElement).toBe(box("Contacts: Create"))
  await press(box("Contacts: Create"), "ArrowDown")
  expect(document.activeElement).toBe(box("Contact tags: Create"))
  await press(box("Contact tags: Create"), "End")
  expect(document.activeElement).toBe(box("Contact tags: Merge"))
})

test("what another role has otherwise is marked and said", async () => {
  page = await draw(<Editor />)
  expect(box("Contacts: View").title).toBe("Clerk does not have this permission.")
  expect(box("Contacts: View").closest(".am-box-differs")).not.toBeNull()
  expect(box("Contacts: Create").closest(".am-box-differs")).toBeNull()
})
