import { useEffect, useRef } from "react"
import { useNavigate } from "react-router"

import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ListState } from "./list-state.ts"

/** After the last key. */
const PAUSE_MS = 250

interface SearchFormProps {
  state: ListState
  /** Path of the list. */
  action: string
  label: string
  href: (state: ListState) => string
}

/** A GET form that also searches by itself once the typing pauses. */
export function SearchForm({ state, action, label, href }: SearchFormProps) {
  const t = useText()
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const box = input.current
    if (box !== null && box !== document.activeElement) box.value = state.search
  }, [state.search])
  const search = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void navigate(href({ ...state, search: text.trim(), page: 1 }), {
        replace: true,
        preventScrollReset: true,
      })
    }, PAUSE_MS)
  }
  return (
    <search>
      <form
        action={action}
        className="rc-search"
        method="get"
        onSubmit={() => clearTimeout(timer.current)}
      >
        <label className="u-hidden" htmlFor="list-search">
          {label}
        </label>
        <span className="rc-search-box">
          <Icon name="search" />
          <input
            className="ui-input"
            defaultValue={state.search}
            id="list-search"
            maxLength={100}
            name="search"
            onChange={(event) => search(event.target.value)}
            placeholder={label}
            ref={input}
            type="search"
          />
        </span>
        <input name="page" type="hidden" value="1" />
        {state.pageSize === null ? null : (
          <input name="pageSize" type="hidden" value={state.pageSize} />
        )}
        {state.filter.map((condition) => (
          <input key={condition} name="filter" type="hidden" value={condition} />
        ))}
        {state.bin ? <input name="bin" type="hidden" value="true" /> : null}
        {state.columns === "" ? null : <input name="columns" type="hidden" value={state.columns} />}
        {state.sort === "" ? null : <input name="sort" type="hidden" value={state.sort} />}
        <Button submits>{t("Search")}</Button>
      </form>
    </search>
  )
}
