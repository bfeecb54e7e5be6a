import { useLayoutEffect, useRef, useState } from "react"
import type { ChangeEvent, FocusEvent, SubmitEvent } from "react"

import { useUnsavedTyping } from "./use-unsaved-typing.ts"

export type Values<N extends string> = Record<N, string>
export type FieldErrors<N extends string> = Partial<Record<N, string>>

/** Why a form was not accepted: by field, and as a whole. */
export interface Refusal<N extends string> {
  fields?: FieldErrors<N>
  message?: string
}

interface Options<N extends string> {
  names: readonly N[]
  /** All faults of the values; an empty object when there is none. */
  check: (values: Values<N>) => FieldErrors<N>
  /** Sends the values; `null` when they were accepted. */
  send: (values: Values<N>) => Promise<Refusal<N> | null>
  /** What the server said when it drew this form after a plain post. */
  initial?: Refusal<N> | null
}

/** How a form stands, for what draws it. */
export interface CheckedState<N extends string> extends State<N> {
  /** Of its fields, in their order. */
  names: readonly N[]
}

interface State<N extends string> {
  fields: FieldErrors<N>
  message: string | null
  /** How often the form was refused in this page; a new number moves the focus to the summary. */
  attempt: number
  pending: boolean
  /** Something was typed since it was opened or accepted. */
  typed: boolean
}

/**
 * A form that keeps its values in its inputs, so that what was typed before hydration stays.
 *
 * A field is checked when it is left with something in it, and all together on submit; an error goes as soon as it is
 * repaired. Leaving a field for a button checks nothing: an error that appears would move the button away from the pointer.
 */
export function useCheckedForm<N extends string>(options: Options<N>) {
  const { names, check, send, initial } = options
  const form = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const [state, setState] = useState<State<N>>({
    fields: initial?.fields ?? {},
    message: initial?.message ?? null,
    attempt: 0,
    pending: false,
    typed: false,
  })
  useUnsavedTyping(state.typed)

  // Before the paint: a form that is sent at once is checked here and not by the browser.
  useLayoutEffect(() => {
    if (form.current !== null) form.current.noValidate = true
  }, [])

  const isName = (name: string): name is N => names.some((known) => known === name)

  const setFault = (name: N, found: string | undefined) => {
    setState((old) => ({ ...old, fields: withField(old.fields, name, found) }))
  }

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const { target, relatedTarget, currentTarget } = event
    if (!isControl(target) || !isName(target.name)) return
    if (target.value === "" && state.fields[target.name] === undefined) return
    if (relatedTarget instanceof HTMLElement && relatedTarget.closest("button, a") !== null) return
    // What the server said of it stays until it is changed: the summary takes the focus just as it is said.
    const found = check(readForm(currentTarget, names))[target.name]
    if (found !== undefined) setFault(target.name, found)
  }

  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const target: EventTarget = event.target
    if (!isControl(target) || !isName(target.name)) return
    if (!state.typed) setState((old) => ({ ...old, typed: true }))
    const found = check(readForm(event.currentTarget, names))[target.name]
    // What is still wrong is said when the field is left.
    if (state.fields[target.name] !== undefined && found === undefined) setFault(target.name, found)
  }

  const submit = async (element: HTMLFormElement) => {
    if (busy.current) return
    const values = readForm(element, names)
    const fields = check(values)
    if (Object.keys(fields).length > 0) {
      setState((old) => ({
        ...old,
        fields,
        message: null,
        attempt: old.attempt + 1,
        pending: false,
      }))
      return
    }
    busy.current = true
    setState((old) => ({ ...old, fields: {}, message: null, pending: true }))
    const refusal = await send(values)
    busy.current = false
    setState((old) =>
      refusal === null
        ? { ...old, pending: false, typed: false }
        : {
            ...old,
            fields: refusal.fields ?? {},
            message: refusal.message ?? null,
            attempt: old.attempt + 1,
            pending: false,
          },
    )
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(event.currentTarget)
  }

  /** Shows why something beside the form itself was refused; `null` takes away what was shown. */
  const refuse = (refusal: Refusal<N> | null) => {
    setState((old) => ({
      ...old,
      fields: refusal?.fields ?? {},
      message: refusal?.message ?? null,
      attempt: refusal === null ? old.attempt : old.attempt + 1,
    }))
  }

  return { ...state, names, refuse, form: { ref: form, onBlur, onChange, onSubmit } }
}

/** What stands in the fields of a form; a box that is not ticked is an empty text. */
export function readForm<N extends string>(
  element: HTMLFormElement,
  names: readonly N[],
): Values<N> {
  const data = new FormData(element)
  const pairs = names.map((name) => {
    const value = data.get(name)
    return [name, typeof value === "string" ? value : ""] as const
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are exactly the names
  return Object.fromEntries(pairs) as Values<N>
}

function withField<N extends string>(
  fields: FieldErrors<N>,
  name: N,
  text: string | undefined,
): FieldErrors<N> {
  const next = { ...fields }
  if (text === undefined) delete next[name]
  else next[name] = text
  return next
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Whether it is something that a user fills in. */
export function isControl(target: unknown): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
}
