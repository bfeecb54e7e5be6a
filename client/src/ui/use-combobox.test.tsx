import { act, useState } from "react"
import { afterEach, beforeAll, expect, test, vi } from "vitest"

import { ComboboxStatus } from "./combobox-status.tsx"
import { draw, type as typeInto } from "./test-dom.tsx"
import { type ComboboxSetting, useCombobox } from "./use-combobox.ts"

const PORTS = ["Rotterdam", "Rosario", "Antwerp", "Oslo"]

const taken = vi.fn<(port: string) => void>()
const cleared = vi.fn<() => void>()
const outside = vi.fn<(key: string) => void>()

// jsdom lays nothing out.
beforeAll(() => Object.assign(Element.prototype, { scrollIntoView: () => {} }))
afterEach(() => {
  taken.mockReset()
  cleared.mockReset()
  outside.mockReset()
})

type More = Partial<ComboboxSetting<string>>

function Lookup({ more }: { more: More }) {
  const [text, setText] = useState("")
  const [value, setValue] = useState("Oslo")
  const options = PORTS.filter((port) => port.toLowerCase().startsWith(text.toLowerCase()))
  const combobox = useCombobox({
    id: "port",
    options,
    keyOf: (port) => port,
    value,
    onSearch: setText,
    onTake: (port) => {
      taken(port)
      setValue(port)
    },
    ...more,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what the combobox lets through
    <div onKeyDown={(event) => outside(event.key)}>
      <input aria-label="Port" {...combobox.input} />
      {combobox.isOpen ? (
        <ul {...combobox.list}>
          {options.map((port) => (
            <li key={port} {...combobox.option(port)}>
              {port}
            </li>
          ))}
        </ul>
      ) : null}
      <ComboboxStatus count={options.length} isOpen={combobox.isOpen} pending={false} />
    </div>
  )
}

async function lookup(more: More = {}) {
  const page = await draw(<Lookup more={more} />)
  const input = page.find("input", HTMLInputElement)
  await act(async () => input.focus())
  return {
    ...page,
    input,
    typed: (text: string) => page.step(() => typeInto(input, text)),
    /** Whether the browser still does its own. */
    async press(key: string): Promise<boolean> {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })
      await page.step(() => void input.dispatchEvent(event))
      return !event.defaultPrevented
    },
    active: () =>
      document.getElementById(input.getAttribute("aria-activedescendant") ?? "none")?.textContent,
  }
}

const isMade = (port: string) => port === "Oslo"

test("typing opens the list, the arrows go round in it, and Enter takes", async () => {
  const page = await lookup()
  expect(page.input.getAttribute("aria-expanded")).toBe("false")
  await page.typed("ro")
  expect(page.input.getAttribute("aria-expanded")).toBe("true")
  expect(page.active()).toBe("Rotterdam")
  expect(page.find("output", HTMLOutputElement).textContent).toBe("2 matches")
  await page.press("ArrowDown")
  expect(page.active()).toBe("Rosario")
  await page.press("ArrowDown")
  expect(page.active()).toBe("Rotterdam")
  await page.press("ArrowUp")
  expect(page.active()).toBe("Rosario")
  expect(page.find('[aria-selected="true"]', HTMLLIElement).textContent).toBe("Rosario")
  expect(await page.press("Enter")).toBe(false)
  expect(taken).toHaveBeenCalledExactlyOnceWith("Rosario")
  expect(page.input.value).toBe("Rosario")
  expect(page.input.getAttribute("aria-expanded")).toBe("false")
  await page.end()
})

test("Home and End are the text's until an arrow was pressed", async () => {
  const page = await lookup()
  await page.typed("r")
  expect(await page.press("End")).toBe(true)
  await page.press("ArrowDown")
  expect(await page.press("Home")).toBe(false)
  expect(page.active()).toBe("Rotterdam")
  await page.press("End")
  expect(page.active()).toBe("Rosario")
  await page.end()
})

test("Escape gives back what was there and goes no further; the next one does", async () => {
  const page = await lookup()
  await page.typed("r")
  expect(await page.press("Escape")).toBe(false)
  expect(page.input.value).toBe("Oslo")
  expect(outside).not.toHaveBeenCalled()
  expect(await page.press("Escape")).toBe(true)
  expect(outside).toHaveBeenCalledExactlyOnceWith("Escape")
  await page.end()
})

test("Tab takes the only match and moves on, and takes nothing where there are two", async () => {
  const page = await lookup()
  await page.typed("ro")
  expect(await page.press("Tab")).toBe(true)
  expect(taken).not.toHaveBeenCalled()
  await page.typed("rot")
  expect(await page.press("Tab")).toBe(true)
  expect(taken).toHaveBeenCalledExactlyOnceWith("Rotterdam")
  await page.end()
})

test("a press with the pointer takes, without taking the focus", async () => {
  const page = await lookup()
  await page.typed("")
  const option = page.find("li:nth-child(3)", HTMLLIElement)
  const down = new PointerEvent("pointerdown", { bubbles: true, cancelable: true })
  await page.step(() => void option.dispatchEvent(down))
  expect(down.defaultPrevented).toBe(true)
  await page.step(() => option.click())
  expect(taken).toHaveBeenCalledExactlyOnceWith("Antwerp")
  await page.end()
})

test("leaving the field gives back what was there, and an emptied one can be cleared", async () => {
  const page = await lookup({ onClear: cleared })
  await page.typed("ro")
  await page.step(() => page.input.blur())
  expect(page.input.value).toBe("Oslo")
  expect(cleared).not.toHaveBeenCalled()
  await page.step(() => page.input.focus())
  await page.typed("")
  await page.step(() => page.input.blur())
  expect(cleared).toHaveBeenCalledOnce()
  await page.end()
})

test("Enter before the options have come takes the first of them when they do", async () => {
  function Late() {
    const [options, setOptions] = useState<readonly string[]>(["Oslo"])
    const combobox = useCombobox({
      id: "late",
      options,
      keyOf: (port) => port,
      value: "",
      pending: options[0] === "Oslo",
      onSearch: () => {},
      onTake: taken,
    })
    return (
      <>
        <input aria-label="Port" {...combobox.input} />
        <button onClick={() => setOptions(["Rotterdam"])} type="button">
          Answer
        </button>
      </>
    )
  }
  const page = await draw(<Late />)
  const input = page.find("input", HTMLInputElement)
  await page.step(() => typeInto(input, "NLRTM"))
  await page.step(
    () => void input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })),
  )
  expect(taken).not.toHaveBeenCalled()
  await page.step(() => page.find("button", HTMLButtonElement).click())
  expect(taken).toHaveBeenCalledExactlyOnceWith("Rotterdam")
  await page.end()
})

test("in a palette the list stays open and Escape is the dialog's", async () => {
  const page = await lookup({ alwaysOpen: true, value: "" })
  expect(page.active()).toBe("Rotterdam")
  expect(await page.press("Escape")).toBe(true)
  expect(outside).toHaveBeenCalledExactlyOnceWith("Escape")
  await page.end()
})

test("what makes something is taken by Enter, never by leaving with Tab", async () => {
  const page = await lookup({ isMade })
  await page.typed("os")
  expect(page.active()).toBe("Oslo")
  expect(await page.press("Tab")).toBe(true)
  expect(taken).not.toHaveBeenCalled()
  await page.press("Enter")
  expect(taken).toHaveBeenCalledExactlyOnceWith("Oslo")
  await page.end()
})
