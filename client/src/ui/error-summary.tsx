import { useEffect, useRef } from "react"
import type { MouseEvent } from "react"

import { fieldId } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

export interface Fault {
  /** The field it belongs to, if to one. */
  name?: string
  text: string
}

interface ErrorSummaryProps {
  title: string
  faults: readonly Fault[]
  /** Grows with every failed attempt; each new number takes the focus. */
  attempt: number
}

/** Stands above a form that was not accepted, takes the focus and links to each field. */
export function ErrorSummary({ title, faults, attempt }: ErrorSummaryProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  return (
    <div
      aria-labelledby="error-summary-title"
      className="ui-summary"
      ref={box}
      role="alert"
      tabIndex={-1}
    >
      <Icon name="warning" />
      <div>
        <p className="ui-summary-title" id="error-summary-title">
          {title}
        </p>
        <ul>
          {faults.map(({ name, text }) => (
            <li key={`${name ?? ""} ${text}`}>
              {name === undefined ? (
                t(text)
              ) : (
                <a href={`#${fieldId(name)}`} onClick={goToField}>
                  {t(text)}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Goes to the field itself: the address stays, so that this is no change of place that a form would ask about. */
function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  if (field === null) return
  event.preventDefault()
  field.focus()
}
