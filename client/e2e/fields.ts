/** What a form says, read from its HTML, and whether that is what is stored. */
import type { Page } from "@playwright/test"

/** The fields of a form as they stand in the HTML: their paths in the record, and what can be read of them. */
export const fieldsOf = (page: Page) =>
  page.locator("main [data-field]").evaluateAll((elements) =>
    elements.map((element) => {
      const path = element.getAttribute("data-field") ?? ""
      const chips = [...element.querySelectorAll(".rc-chip")].map(({ textContent }) => textContent)
      const control = document.getElementById(`field-${path}`)
      if (control instanceof HTMLSelectElement) {
        return { path, chips, kind: "choice", value: control.value }
      }
      if (control instanceof HTMLTextAreaElement) {
        return { path, chips, kind: "text", value: control.value }
      }
      if (!(control instanceof HTMLInputElement)) {
        // What cannot be changed is a text.
        const text = element.querySelector("dd")?.textContent
        return text === undefined
          ? { path, chips, kind: "other", value: "" }
          : { path, chips, kind: "said", value: text }
      }
      const day = element.querySelector<HTMLInputElement>(".ui-day-calendar")
      if (day !== null) return { path, chips, kind: "text", value: day.value }
      const kind = control.role === "combobox" ? "lookup" : "text"
      const value = control.type === "checkbox" ? String(control.checked) : control.value
      return { path, chips, kind, value }
    }),
  )

type Field = Awaited<ReturnType<typeof fieldsOf>>[number]

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/u

const isNamed = (text: string) => text !== "" && !ID.test(text)

/** Whether the field says what is stored; a record that is pointed to, by its name. */
function isSaid(stored: unknown, { kind, value, chips }: Field): boolean {
  const isNone = stored === null || stored === "" || (Array.isArray(stored) && stored.length === 0)
  if (kind === "said") return isNone || isNamed(value.trim().replace("–", ""))
  if (Array.isArray(stored)) {
    return kind === "lookup"
      ? chips.length === stored.length && chips.every(isNamed)
      : value === stored.join("\n")
  }
  if (stored === null || stored === "") return value === "" || kind === "choice"
  if (kind === "lookup") return isNamed(value)
  // An input of a day holds no time.
  return (
    value !== "" && (typeof stored === "string" ? stored : JSON.stringify(stored)).startsWith(value)
  )
}

/** What the form does not say as the record has it; `read` counts what it does. */
export async function misread(
  page: Page,
  record: Readonly<Record<string, unknown>>,
): Promise<{ read: number; wrong: string[] }> {
  const wrong: string[] = []
  let read = 0
  for (const field of await fieldsOf(page)) {
    const stored = field.path
      .split(".")
      .reduce<unknown>((at, key) => Reflect.get(Object(at), key), record)
    if (stored === undefined || field.kind === "other") continue
    if (isSaid(stored, field)) read += 1
    else wrong.push(`${field.path}: ${JSON.stringify(stored)} is "${field.value}"`)
  }
  return { read, wrong }
}
