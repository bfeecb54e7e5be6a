/** What suites of refusals share: a service that refuses, a navigation inside the page, and controls that seem to write. */
import type { Page, Route } from "@playwright/test"

/** What cannot be made to happen by data: the network answers in the service's place. */
export function refuse(route: Route, status: number, headers: Record<string, string> = {}) {
  return route.fulfill({
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
    body: JSON.stringify({
      type: "about:blank",
      title: "Refused",
      status,
      detail: `It did not work this time. (${String(status)})`,
      instance: "req-4711",
    }),
  })
}

/**
 * Watches for a text from now on that may be gone before it is looked for; what it returns waits until it was shown. It ends with
 * the document.
 */
export async function watchFor(page: Page, text: RegExp): Promise<() => Promise<void>> {
  await page.evaluate((source) => {
    const pattern = new RegExp(source, "u")
    const watch = { wasShown: false }
    const observer = new MutationObserver(() => {
      if (!pattern.test(document.body.innerText)) return
      watch.wasShown = true
      observer.disconnect()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { watch })
  }, text.source)
  return async () => {
    await page.waitForFunction(() => Reflect.get(Reflect.get(globalThis, "watch"), "wasShown"))
  }
}

/** Follows a link to the screen, as one of the page's own would lead there: without a new document. */
export async function follow(page: Page, to: string) {
  await page.evaluate((href) => {
    const link = document.createElement("a")
    link.href = href
    document.querySelector("main")?.append(link)
    link.click()
    link.remove()
  }, to)
}

/** Names of buttons that write, at their beginning. */
const WRITING =
  /^(?:Activate|Add|Archive|Assign|Clone|Comment|Create|Deactivate|Delete|Duplicate|Import|Invite|Make|Merge|Move|New|Pin|Publish|Reactivate|Remove|Replace|Resolve|Restore|Run|Save|Send|Share|Start|Suspend|Upload)\b/u

/**
 * What on the screen seems to write: a field that can be typed in, a choice that can be made, a button that can be pressed.
 * A dialog that is closed is not on the screen.
 */
export async function writable(page: Page): Promise<string[]> {
  return await page.getByRole("main").evaluate((main, source) => {
    const name = new RegExp(source, "u")
    // Compared with another, or looked at with the data of a record, it stays as it is.
    const fields = [
      ...main.querySelectorAll(
        'form.rc-form :is(input:not([type="search"], [type="hidden"], #field-preview-record), select:not(#compare), textarea, [contenteditable="true"])',
      ),
    ].filter(
      (field) =>
        !field.matches(':disabled, [readonly], [aria-disabled="true"]') && field.checkVisibility(),
    )
    const buttons = [...main.querySelectorAll("button, a.ui-button")].filter(
      (button) =>
        name.test(button.textContent.trim() || (button.ariaLabel ?? "")) &&
        !button.matches(':disabled, [aria-disabled="true"]') &&
        button.checkVisibility(),
    )
    return [
      ...fields.map((field) => field.id || field.outerHTML.slice(0, 120)),
      ...buttons.map((button) => button.textContent.trim() || (button.ariaLabel ?? "")),
    ]
  }, WRITING.source)
}

/** What cannot be used and does not say why. */
export async function unexplained(page: Page): Promise<string[]> {
  return await page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll('button[aria-disabled="true"], a[aria-disabled="true"]')]
      .filter((control) => {
        const told = (control.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
        return (
          // The steps of a list are at their end there.
          control.closest(".ui-pages") === null &&
          control.checkVisibility() &&
          told.join("") === "" &&
          control.closest("[title]") === null
        )
      })
      .map((control) => control.textContent.trim() || (control.ariaLabel ?? "")),
  )
}
