import { expect, test } from "vitest"

import { ALL, editedIn, editedWith } from "./editing.ts"
import type { Section } from "./fields.ts"

const SECTIONS: readonly Section[] = [
  { id: "who", title: "User", fields: [{ kind: "text", name: "name", label: "Name", max: 9 }] },
  {
    id: "notes",
    title: "Notes",
    fields: [{ kind: "long", name: "notes", label: "Notes", max: 9 }],
  },
]

const edited = (url: string) => editedIn(url, SECTIONS)

test("the address says what is changed: nothing, all, or a section", () => {
  expect(edited("/contacts/1")).toBeNull()
  expect(edited("/contacts/1?wait=true")).toBeNull()
  expect(edited("/contacts/1?edit")).toBe(ALL)
  expect(edited("/contacts/1?edit=")).toBe(ALL)
  expect(edited("/contacts/1?wait=true&edit=notes")).toBe("notes")
  expect(edited("/contacts/1?edit=never")).toBe(ALL)
})

test("what was changed is shown, whatever the address asks for", () => {
  expect(editedWith(null, SECTIONS, [])).toBeNull()
  expect(editedWith("who", SECTIONS, ["name"])).toBe("who")
  expect(editedWith("who", SECTIONS, ["name", "notes"])).toBe(ALL)
  expect(editedWith(null, SECTIONS, ["notes"])).toBe(ALL)
})
