/**
 * The combobox pattern of the ARIA Authoring Practices: a text input with a list of options, of which one is active while
 * the focus stays in the input. It draws nothing; `input`, `list` and `option()` are spread on the caller's elements, and
 * `ComboboxStatus` says how many options there are.
 *
 * Options may come late: the caller hears each text by `onSearch`, and hands in `pending` from then until the options for
 * that very text are there. Enter pressed meanwhile takes the first of them when it comes.
 */
import { useEffect, useRef, useState } from "react"
import type { ChangeEvent, KeyboardEvent, PointerEvent } from "react"

export interface ComboboxSetting<Option> {
  /** Id of the input; those of the list and the options come from it. */
  id: string
  /** What matches the text, best first. */
  options: readonly Option[]
  /** Tells the options apart. */
  keyOf: (option: Option) => string
  /** What the input shows while nothing is being typed: the option taken before, as a text. */
  value: string
  /** The options are not yet those of the text. */
  pending?: boolean
  /** The list is there whatever is typed, and Escape is somebody else's: the palette in its dialog. */
  alwaysOpen?: boolean
  /** The text has changed; empty when the list was opened before anything was typed. */
  onSearch: (text: string) => void
  onTake: (option: Option) => void
  /** Whether taking the option makes something, which nobody does by leaving the field. */
  isMade?: (option: Option) => boolean
  /** The field was emptied and left; without it what was there comes back. */
  onClear?: () => void
}

interface State {
  /** `null` while nothing is being typed. */
  typed: string | null
  isOpen: boolean
  /** `null`: the first one. */
  activeKey: string | null
  /** An arrow was pressed since the text changed: Home and End are about the options then, not the text. */
  moves: boolean
  /** Enter was pressed while the options were pending. */
  takes: boolean
}

const CLOSED: State = { typed: null, isOpen: false, activeKey: null, moves: false, takes: false }

/** Props to spread, and what is shown now. */
export function useCombobox<Option>(setting: ComboboxSetting<Option>) {
  const { id, options, keyOf, value, pending = false, alwaysOpen = false } = setting
  const { onSearch, onTake, onClear, isMade = () => false } = setting
  const [state, setState] = useState(CLOSED)
  const isOpen = alwaysOpen || state.isOpen
  const text = state.typed ?? value
  const found = options.findIndex((option) => keyOf(option) === state.activeKey)
  const at = options.length === 0 ? -1 : Math.max(0, found)
  const active = isOpen ? (options[at] ?? null) : null
  const idOf = (option: Option) => `${id}-option-${encodeURIComponent(keyOf(option))}`
  const activeId = active === null ? undefined : idOf(active)

  const take = (option: Option) => {
    setState(CLOSED)
    onTake(option)
  }

  // What the effect below calls is that of the latest render.
  const latest = useRef({ active, take })
  useEffect(() => {
    latest.current = { active, take }
  })
  useEffect(() => {
    if (!state.takes || pending) return
    const { active: first, take: takeFirst } = latest.current
    if (first === null) setState((old) => ({ ...old, takes: false }))
    else takeFirst(first)
  }, [state.takes, pending])
  useEffect(() => {
    if (activeId !== undefined && state.moves) {
      document.getElementById(activeId)?.scrollIntoView({ block: "nearest" })
    }
  }, [activeId, state.moves])

  const open = () => {
    setState((old) => ({ ...old, isOpen: true, moves: true }))
    onSearch(state.typed ?? "")
  }
  const moveTo = (index: number) => {
    const option = options[(index + options.length) % options.length]
    if (option === undefined) return
    setState((old) => ({ ...old, activeKey: keyOf(option), moves: true, takes: false }))
  }
  const leave = () => {
    if (state.typed === "" && onClear !== undefined) onClear()
    setState(CLOSED)
  }

  /** Whether the key was for the combobox. */
  const press = (key: string): boolean => {
    switch (key) {
      case "ArrowDown":
      case "ArrowUp":
        if (isOpen) moveTo(at + (key === "ArrowDown" ? 1 : -1))
        else open()
        return true
      case "Home":
      case "End":
        if (!isOpen || !state.moves) return false
        moveTo(key === "Home" ? 0 : -1)
        return true
      case "Enter":
        if (!isOpen) return false
        if (pending) setState((old) => ({ ...old, takes: true }))
        else if (state.typed === "" && onClear !== undefined && !state.moves) leave()
        else if (active !== null) take(active)
        return true
      case "Escape":
        if (alwaysOpen || (!state.isOpen && state.typed === null)) return false
        setState(CLOSED)
        return true
      default:
        return false
    }
  }

  const input = {
    id,
    role: "combobox" as const,
    "aria-autocomplete": "list" as const,
    "aria-expanded": isOpen,
    "aria-controls": `${id}-list`,
    "aria-activedescendant": activeId,
    autoComplete: "off",
    spellCheck: false,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const typed = event.target.value
      setState({ ...CLOSED, typed, isOpen: true })
      onSearch(typed)
    },
    onClick: () => {
      if (!isOpen) open()
    },
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      // Tab takes the only match and goes on to the next field.
      const [only, ...others] = options.filter((option) => !isMade(option))
      const isOnly = isOpen && !pending && others.length === 0 && (state.typed ?? "") !== ""
      if (event.key === "Tab" && !event.shiftKey && isOnly && only !== undefined) take(only)
      if (!press(event.key)) return
      event.preventDefault()
      // Escape closes the topmost layer only, and this is it.
      event.stopPropagation()
    },
  }

  return {
    text,
    isOpen,
    active,
    input,
    list: {
      id: `${id}-list`,
      role: "listbox" as const,
      // The focus stays in the input, also while the list is scrolled or pressed.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
    },
    option: (option: Option) => ({
      id: idOf(option),
      role: "option" as const,
      "aria-selected": option === active,
      onClick: () => take(option),
      onPointerMove: () => {
        if (option !== active)
          setState((old) => ({ ...old, activeKey: keyOf(option), takes: false }))
      },
    }),
  }
}
