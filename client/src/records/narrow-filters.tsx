import { useState } from "react"
import type { ReactNode } from "react"

import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { SetFilters } from "./filter-panel.tsx"
import { Sheet } from "./sheet.tsx"

interface NarrowFiltersProps {
  /** Of element ids. */
  name: string
  /** How many are set. */
  count: number
  children: ReactNode
}

/**
 * Filters that stand above what they narrow down; on a narrow screen they are behind a button, so that the page begins with its
 * rows. Without script the button leads to them in their place.
 */
export function NarrowFilters({ name, count, children }: NarrowFiltersProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const id = `filters-of-${name}`
  return (
    <>
      <a
        aria-haspopup="dialog"
        className="ui-button ui-button-quiet rc-phone rc-narrow-button"
        href={`#${id}`}
        onClick={(event) => {
          event.preventDefault()
          setOver(true)
        }}
      >
        <Icon height="16" name="filter" width="16" />
        {t("Filters")}
        <SetFilters count={count} />
      </a>
      {isOver ? (
        <Sheet id={`${id}-sheet`} onClose={() => setOver(false)} title={t("Filters")}>
          {children}
        </Sheet>
      ) : (
        <div className="rc-narrow" id={id}>
          {children}
        </div>
      )}
    </>
  )
}
