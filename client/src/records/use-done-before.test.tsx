import { act, useLayoutEffect, useRef, useState } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"

import { useDoneBefore } from "./use-done-before.ts"

const START = {
  text: "Rose",
  long: "a\r\nb",
  number: 1.5,
  on: true,
  off: false,
  way: "sea",
  unit: "kg",
}

const heard = vi.fn<(name: string) => void>()

function Form() {
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(START)
  useDoneBefore(element)
  // Something else has the form drawn once more as soon as it is taken over.
  const [, drawAgain] = useState(0)
  // oxlint-disable-next-line react/set-state-in-effect -- it is what has to be survived
  useLayoutEffect(() => drawAgain(1), [])
  const change = (name: keyof typeof START, value: unknown) => {
    heard(name)
    setValues({ ...values, [name]: value })
  }
  const box = (name: "on" | "off") => (
    <input
      checked={values[name]}
      onChange={() => change(name, !values[name])}
      name={name}
      type="checkbox"
    />
  )
  return (
    <form ref={element}>
      <input name="text" onChange={(it) => change("text", it.target.value)} value={values.text} />
      <textarea
        name="long"
        onChange={(it) => change("long", it.target.value)}
        value={values.long}
      />
      <input
        name="number"
        onChange={(it) => change("number", Number(it.target.value))}
        type="number"
        value={values.number}
      />
      {box("on")}
      {box("off")}
      <input checked name="locked" onChange={() => heard("locked")} type="checkbox" />
      {["sea", "air"].map((way) => (
        <input
          checked={values.way === way}
          key={way}
          name="way"
          onChange={() => change("way", way)}
          type="radio"
          value={way}
        />
      ))}
      <select name="unit" onChange={(it) => change("unit", it.target.value)} value={values.unit}>
        <option disabled value="">
          None
        </option>
        <option value="t">Tonnes</option>
        <option value="kg">Kilograms</option>
      </select>
      <output>{JSON.stringify(values)}</output>
    </form>
  )
}

let end = async () => {}
afterEach(async () => {
  await end()
  heard.mockClear()
})

function named(selector: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(selector)
  if (found === null) throw new Error(`nothing is ${selector}`)
  return found
}

const known = (): unknown => JSON.parse(document.querySelector("output")?.textContent ?? "")

/** The server's page, on which something is done before its script starts. */
async function open(before: () => void) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = `<div>${renderToString(<Form />)}</div>`
  const [container] = document.body.children
  before()
  if (container === undefined) throw new Error("no container")
  const root = await act(async () => hydrateRoot(container, <Form />))
  end = () => act(async () => root.unmount())
}

test("what was typed, ticked and chosen before the script started is known once it has", async () => {
  await open(() => {
    named("[name=text]").value = "Tulip"
    named("[name=text]").setSelectionRange(2, 3)
    named("[name=long]").value = "c"
    named("[name=number]").value = "2.50"
    named("[name=on]").click()
    named("[name=off]").click()
    named("[value=air]").click()
    named("[name=unit]").value = "t"
  })
  const all = { text: "Tulip", long: "c", number: 2.5, on: false, off: true, way: "air", unit: "t" }
  expect(known()).toEqual(all)
  expect(named("[name=text]").selectionStart).toBe(2)
  expect(named("[name=on]").checked).toBe(false)
  expect(named("[name=off]").checked).toBe(true)
  expect(named("[value=air]").checked).toBe(true)
})

test("a box that stays as it is is shown so again", async () => {
  await open(() => named("[name=locked]").click())
  expect(named("[name=locked]").checked).toBe(true)
  expect(known()).toEqual(START)
})

test("where nothing was done nothing is", async () => {
  await open(() => {})
  expect(heard).not.toHaveBeenCalled()
  expect(known()).toEqual(START)
})

test("a form that the page drew by itself is as it was drawn", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement("div")
  document.body.replaceChildren(container)
  const root = createRoot(container)
  end = () => act(async () => root.unmount())
  await act(async () => root.render(<Form />))
  expect(heard).not.toHaveBeenCalled()
})
