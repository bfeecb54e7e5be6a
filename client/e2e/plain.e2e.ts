/** With JavaScript off: every screen is read, and every list is sorted, paged, searched and filtered. */
import type { Locator, Page } from "@playwright/test"

import { call, enterDemo, newRegistration, register } from "./company.ts"
import { isWhole, late, openDrawn, withoutScript } from "./drawn.ts"
import { fieldsOf, misread } from "./fields.ts"
import { expect, test } from "./fixtures.ts"
import { placesOf } from "./screens.ts"
import type { Place, Row } from "./screens.ts"

test.use({ demo: true })

async function ask<T>(page: Page, address: string): Promise<T> {
  const { data }: { data: T } = JSON.parse(await call(page, "GET", address))
  return data
}

/** What stands in the HTML of one screen. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main")
    const texts = (selector: string) =>
      [...(main?.querySelectorAll<HTMLElement>(selector) ?? [])]
        .filter((element) => element.checkVisibility())
        .map((element) => element.ariaLabel ?? element.textContent.trim())
    return {
      title: main?.querySelector("h1")?.textContent ?? "",
      text: main?.textContent ?? "",
      rows: [...(main?.querySelectorAll<HTMLElement>("[data-record]") ?? [])].map(
        (row) => row.dataset["record"],
      ),
      waits: texts('[aria-busy="true"], .ui-skeleton').length,
      areas: [...document.querySelectorAll('nav[aria-label="Main"] a[href]')].filter((link) =>
        link.checkVisibility(),
      ).length,
      // Where nothing answers a press.
      dead: texts('button[type="button"]:not([popovertarget]), form:not([method]) [type="submit"]'),
      notes: texts('[role="note"]'),
      nameless: [...(main?.querySelectorAll("input, select, textarea") ?? [])]
        .filter(
          (control) =>
            control.checkVisibility() &&
            control.closest('[aria-hidden="true"]') === null &&
            control instanceof HTMLElement &&
            (control.ariaLabel ?? "") === "" &&
            !(
              "labels" in control &&
              control.labels instanceof NodeList &&
              control.labels.length > 0
            ),
        )
        .map(({ id, outerHTML }) => id || outerHTML),
    }
  })

const NAMES = ["displayName", "name", "label", "title", "emailId"] as const

function nameOf(record: Row): string {
  return NAMES.map((key) => record[key]).find((name) => typeof name === "string") ?? ""
}

const ATTENTION = "/iam/api/v1/users/me/attention"

/** What a screen that is neither list nor form is there to say, of what the service has for it. */
const SAYS: Readonly<Record<string, (page: Page, place: Place) => Promise<readonly string[]>>> = {
  dashboard: async (page) => {
    const groups = await ask<{ items: { label: string }[] }[]>(page, ATTENTION)
    const waiting = groups.flatMap(({ items }) => items.map(({ label }) => label))
    return ["Meridian Freight", "Needs your attention", ...waiting, "Recent activity"]
  },
  profile: async (page, { reads }) => {
    const { emailId, name } = await ask<Row>(page, reads ?? "")
    return [String(emailId), String(name), "This browser"]
  },
  "access tokens": () => Promise.resolve(["Your tokens", "You have no access tokens."]),
  "order of a picklist": async (page, { reads }) => namesIn(page, `${reads}?group=incoterm`),
  audit: async (page, { reads }) => {
    const rows = await ask<{ entity: { label: string } }[]>(page, `${reads}?limit=50`)
    return rows.map(({ entity }) => entity.label)
  },
  "check of the audit": () => Promise.resolve(["No tampering found"]),
  "history of a record": async (page, { path, reads }) => {
    const id = path.split("/").at(-1) ?? ""
    const rows = await ask<{ actor: { name: string } }[]>(
      page,
      `${reads}?entityType=contact&entityId=${id}`,
    )
    return rows.map(({ actor }) => actor.name)
  },
  files: async (page, { reads }) => namesIn(page, `${reads}?filter=folderId:eq:&limit=100`),
  folder: async (page, { path, reads }) => {
    const folder = path.split("/").at(-1) ?? ""
    const { name } = await ask<Row>(page, reads ?? "")
    const within = `/drive/api/v1/filesystem/file?filter=folderId:eq:${folder}&limit=100`
    return [String(name), ...(await namesIn(page, within))]
  },
  "page of a contact": async (page, { reads }) => {
    const { displayName, ownerName, emails } = await ask<Row & { emails: Row[] }>(page, reads ?? "")
    const texts = [displayName, ownerName, emails[0]?.["address"]]
    return [...texts.map(String), "Contact details", "E-mails", "Files", "Activity"]
  },
  "new report": (page, { reads }) => namesIn(page, reads ?? ""),
  "not found": () => Promise.resolve(["This page does not exist"]),
}

async function namesIn(page: Page, address: string): Promise<readonly string[]> {
  const names = (await ask<Row[]>(page, address)).map(nameOf)
  expect(names.length, address).toBeGreaterThan(0)
  return names
}

/** Presses what leads to another page, and waits until that is there whole: without script, no other event tells. */
async function loadBy(control: Locator) {
  await Promise.all([control.page().waitForEvent("load"), control.click()])
  await isWhole(control.page())
}

test("every screen says what it is there to say", async ({ page, browser, server }) => {
  test.slow()
  await enterDemo(page, server)
  const reader = await withoutScript(page, browser, server)
  for (const place of await placesOf(page)) {
    const { id, kind, path, reads } = place
    await test.step(id, async () => {
      const { status } = await openDrawn(reader, path)
      expect.soft(status).toBe(id === "not found" ? 404 : 200)
      // On a busy machine something may not be ready in time; that, too, is to be read in the end.
      // Its link is followed without a press, before which the page would be reloaded.
      const links = await late(reader).evaluateAll((all) =>
        all.map((it) => it.getAttribute("href")),
      )
      for (const whole of links) await reader.goto(whole ?? "")
      await isWhole(reader)
      const { title, text, rows, waits, areas, dead, notes, nameless } = await seen(reader)
      expect.soft(title).not.toBe("")
      expect.soft({ waits, dead, nameless }).toEqual({ waits: 0, dead: [], nameless: [] })
      expect.soft(areas).toBeGreaterThanOrEqual(7)
      if (kind === "list") {
        const listed = await ask<Row[]>(page, `${reads}?paged=true&page=1&pageSize=25`)
        expect.soft(listed.length).toBeGreaterThan(0)
        expect.soft(rows).toHaveLength(listed.length)
      } else if (kind === "record") {
        const record = await ask<Row>(page, reads ?? "")
        expect.soft(title).toContain(nameOf(record))
        const { read, wrong } = await misread(reader, record)
        expect.soft(wrong).toEqual([])
        expect.soft(read).toBeGreaterThanOrEqual(id === "report" ? 0 : 3)
      } else if (kind === "create") {
        expect.soft((await fieldsOf(reader)).length).toBeGreaterThanOrEqual(2)
        const isTaken = (await reader.locator('main form[method="post"]').count()) > 0
        const note = "Without JavaScript you can read this but not save changes."
        if (isTaken) await expect.soft(reader.getByRole("button", { name: "Create" })).toBeVisible()
        else expect.soft(notes).toContain(note)
      } else {
        const says = (await SAYS[id]?.(page, place)) ?? []
        expect.soft(says.length).toBeGreaterThan(0)
        const controls = await reader
          .locator("main :is(input, option)")
          .evaluateAll((all) => all.map((each) => Reflect.get(each, "value")))
        const told = `${text} ${controls.join(" ")}`
        expect.soft(says.filter((each) => !told.includes(each))).toEqual([])
      }
    })
  }

  const folder = "/drive/api/v1/filesystem/file?filter=folderId:ne:&filter=isFile:eq:true&limit=1"
  const [file = {}] = await ask<Row[]>(page, folder)
  await reader.goto(`/files/${String(file["_id"])}`)
  await isWhole(reader)
  expect.soft(await misread(reader, file)).toMatchObject({ wrong: [] })
  await expect(reader.getByLabel("Folder", { exact: true })).toHaveValue(/\S/u)
  await reader.context().close()
})

/** The rows that the service gives for what the address asks, in their order. */
async function expectedRows(page: Page, reader: Page, service: string): Promise<unknown[]> {
  const query = new URL(reader.url()).searchParams
  query.set("paged", "true")
  if (service.endsWith("/dropdown")) query.set("enabled", "any")
  return (await ask<Row[]>(page, `${service}?${query}`)).map(({ _id }) => _id)
}

/** A second row where the demonstration has one: with one alone, nothing has an order. */
const SECOND: Readonly<Record<string, object>> = {
  "/iam/api/v1/companies/offices": {
    name: "Antwerp quay",
    timezone: "Europe/Brussels",
    unlocode: "BEANR",
  },
  "/iam/api/v1/groups": { name: "Antwerp desk" },
  "/master/api/v1/receivinglocation": {
    name: "Ramp 3, Antwerp",
    country: "BE",
    timezone: "Europe/Brussels",
  },
}

test("every list is sorted, paged, searched and filtered by its links and its form", async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  await enterDemo(page, server)
  const reader = await withoutScript(page, browser, server)
  const other = await browser.newContext({ baseURL: server.origin })
  await register(await other.newPage(), newRegistration())
  await other.close()
  const lists = (await placesOf(page)).filter(({ kind }) => kind === "list")
  for (const { id, path, reads } of lists) {
    const service = reads ?? ""
    const body = SECOND[service]
    if (body !== undefined) await call(page, "POST", service, { body })
    const main = reader.getByRole("main")
    const rows = main.locator("tbody [data-record]")
    const shown = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-record")))
    const open = async (address: string) => {
      await reader.goto(address)
      await isWhole(reader)
    }
    const isAsAsked = async () => {
      const expected = await expectedRows(page, reader, service)
      expect(expected.length).toBeGreaterThan(0)
      expect(await shown()).toEqual(expected)
    }

    await test.step(`${id}: sorted`, async () => {
      await open(path)
      const columns = await main.locator("thead th[aria-sort]").count()
      expect(columns).toBeGreaterThan(0)
      // The first column, which is read first, and the last that has an order.
      for (const at of new Set([0, columns - 1])) {
        const head = main.locator("thead th[aria-sort]").nth(at)
        const first = new Map<string, string | null>()
        for (let press = 0; first.size < 2; press += 1) {
          expect(press, "a press turns the order round").toBeLessThan(3)
          await loadBy(head.getByRole("link"))
          const order = (await head.getAttribute("aria-sort")) ?? ""
          expect(order).toMatch(/^(?:ascending|descending)$/u)
          await isAsAsked()
          first.set(order, (await shown())[0] ?? null)
        }
        if (at === 0) expect(new Set(first.values()).size, "another row is first").toBe(2)
      }
    })

    await test.step(`${id}: paged`, async () => {
      await open(`${path}&pageSize=1`)
      const [first] = await shown()
      await loadBy(reader.getByRole("link", { name: "Next", exact: true }))
      await expect(reader).toHaveURL(/page=2/u)
      await isAsAsked()
      expect(await shown()).not.toContain(first)
      await loadBy(reader.getByRole("link", { name: "Previous", exact: true }))
      expect(await shown()).toEqual([first])
    })

    await test.step(`${id}: searched`, async () => {
      await open(path)
      const listed = await ask<Row[]>(page, `${service}?paged=true&page=1&pageSize=25`)
      const wanted = listed.at(-1) ?? {}
      await reader.getByRole("searchbox").fill(nameOf(wanted))
      await loadBy(reader.getByRole("button", { name: "Search", exact: true }))
      await expect(reader).toHaveURL(/search=/u)
      await isAsAsked()
      expect(await shown()).toContain(wanted["_id"])
    })

    await test.step(`${id}: filtered`, async () => {
      await open(path)
      const filters = reader.locator("#list-filters")
      if ((await filters.count()) === 0 || !(await filters.isVisible())) return
      await filters.locator("summary").click()
      await loadBy(filters.getByRole("link").first())
      await expect(reader).toHaveURL(/filter=/u)
      const expected = await expectedRows(page, reader, service)
      expect(await shown()).toEqual(expected)
      const chip = reader.getByRole("list", { name: "Active filters" })
      await loadBy(chip.getByRole("link", { name: /^Remove filter/u }))
      await expect(chip).toBeHidden()
    })
  }
  await reader.context().close()
})
