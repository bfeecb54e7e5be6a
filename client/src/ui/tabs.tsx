import { useRef } from "react"
import type { KeyboardEvent, ReactNode } from "react"

export interface Tab<Id extends string> {
  id: Id
  label: string
  /** Stands behind the label, such as a count. */
  aside?: ReactNode
}

interface TabsProps<Id extends string> {
  /** Of the ids of tabs and panel. */
  name: string
  label: string
  tabs: readonly Tab<Id>[]
  current: Id
  onChange: (id: Id) => void
  children: ReactNode
}

/** One of several panels, after the ARIA Authoring Practices: the arrows choose, the panel follows. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { name, label, tabs, current, onChange, children } = props
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex(({ id }) => id === current)
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: tabs.length - 1 - at }
    const step = Object.entries(steps).find(([key]) => key === event.key)?.[1]
    if (step === undefined) return
    event.preventDefault()
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl"
    const way = isMirrored && event.key.startsWith("Arrow") ? -step : step
    const next = tabs[(at + way + tabs.length) % tabs.length]
    if (next === undefined) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#${name}-tab-${next.id}`)?.focus()
  }
  return (
    <div className="ui-tabs">
      <div
        aria-label={label}
        className="ui-tab-list"
        onKeyDown={press}
        ref={list}
        role="tablist"
        tabIndex={-1}
      >
        {tabs.map(({ id, label: text, aside }) => (
          <button
            aria-controls={`${name}-panel`}
            aria-selected={id === current}
            className="ui-tab"
            id={`${name}-tab-${id}`}
            key={id}
            onClick={() => onChange(id)}
            role="tab"
            tabIndex={id === current ? 0 : -1}
            type="button"
          >
            {text}
            {aside}
          </button>
        ))}
      </div>
      <div
        aria-labelledby={`${name}-tab-${current}`}
        className="ui-tab-panel"
        id={`${name}-panel`}
        role="tabpanel"
      >
        {children}
      </div>
    </div>
  )
}
