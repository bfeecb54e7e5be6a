import { useEffect, useRef, useState } from "react"
import type { ReactNode } from "react"

import { NARROW } from "#client/lib/narrow.ts"
import { classNames } from "#client/ui/class-names.ts"
import { focusFirst } from "#client/ui/focus-first.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"

import { Sheet } from "./sheet.tsx"

interface DropProps {
  /** Of the element's id, by which a key opens it. */
  name: string
  icon: IconName
  label: string
  /** Behind the label, such as a count. */
  aside?: ReactNode
  children?: ReactNode
  /** What only script can use: drawn once somebody is about to open it, so that its code can be fetched then. */
  late?: ReactNode
  /** Nothing in it can be used without script. */
  isScripted?: boolean
  /** On a narrow screen it is a dialog over the page, not a panel below the button. */
  isSheet?: boolean
  className?: string
}

/** A panel below a button: opens without script where something in it needs none; Escape, a press elsewhere and a change of the list close it. */
export function Drop(props: DropProps) {
  const { name, icon, label, aside, children, late, isScripted = late !== undefined } = props
  const { isSheet = false, className } = props
  const [isOver, setOver] = useState(false)
  const panel = useRef<HTMLDetailsElement>(null)
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  useEffect(() => {
    const details = panel.current
    if (details === null) return undefined
    if (details.open) setWanted(true)
    const close = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape"
      const isInside = event.target instanceof Node && details.contains(event.target)
      if (!details.open || (event instanceof KeyboardEvent ? !isEscape : isInside)) return
      details.open = false
      if (isEscape) details.querySelector("summary")?.focus()
    }
    document.addEventListener("keydown", close)
    document.addEventListener("pointerdown", close)
    return () => {
      document.removeEventListener("keydown", close)
      document.removeEventListener("pointerdown", close)
    }
  }, [])
  return (
    <>
      <details
        className={classNames("rc-drop", isScripted && "u-scripted", className)}
        id={dropId(name)}
        onToggle={want}
        ref={panel}
      >
        <summary
          className="ui-button ui-button-quiet"
          onClick={(event) => {
            if (!isSheet || !matchMedia(NARROW).matches) return
            event.preventDefault()
            setOver(true)
          }}
          onFocus={want}
          onPointerEnter={want}
        >
          <Icon height="16" name={icon} width="16" />
          {label}
          {aside}
        </summary>
        {isOver ? null : children}
        {isWanted ? late : null}
      </details>
      {/* Beside it: nothing is shown of what lies in a closed one. */}
      {isOver ? (
        <Sheet id={sheetId(name)} onClose={() => setOver(false)} title={label}>
          {children}
        </Sheet>
      ) : null}
    </>
  )
}

/** Opens or closes it; opened, the focus goes to the first thing in it that can be used. */
export function toggleDrop(name: string): void {
  const details = document.getElementById(dropId(name))
  if (!(details instanceof HTMLDetailsElement)) return
  const button = details.querySelector("summary")
  // A press, so that it opens as it does for a hand.
  button?.click()
  if (details.open) focusFirst(details)
  else button?.focus()
}

export function closeDrop(name: string): void {
  const details = document.getElementById(dropId(name))
  if (details instanceof HTMLDetailsElement) details.open = false
  const sheet = document.getElementById(sheetId(name))
  if (sheet instanceof HTMLDialogElement) sheet.close()
}

function dropId(name: string): string {
  return `list-${name}`
}

function sheetId(name: string): string {
  return `${dropId(name)}-sheet`
}
