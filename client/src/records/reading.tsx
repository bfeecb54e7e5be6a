/** A record as a page to be read: cards, each of which becomes the form of its section in its place. */
import { type MouseEvent, type ReactNode, createContext, use } from "react"

import { buttonClass } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Editing } from "./use-editing.ts"
import { editLinkId } from "./use-editing.ts"

interface Reading extends Editing {
  /** Whether the user may change the record as it is. */
  mayEdit: boolean
  /** The form of a section. */
  formOf: (section: string) => ReactNode
}

const ReadingContext = createContext<Reading | null>(null)

export const ReadingProvider = ReadingContext

/** What a card to be read needs of the record's screen around it. */
export function useReading(): Reading {
  const reading = use(ReadingContext)
  if (reading === null) throw new Error("a card to be read needs a ReadingProvider around it")
  return reading
}

interface ReadingCardProps {
  /** Id of the section of the form that changes what the card shows. */
  section: string
  title: string
  className?: string
  children: ReactNode
}

/** A section to be read, with the way to its form; or that form. */
export function ReadingCard({ section, title, className, children }: ReadingCardProps) {
  const { edited, formOf, mayEdit } = useReading()
  if (edited === section) return formOf(section)
  return (
    <Card
      aside={mayEdit ? <EditLink of={title} section={section} /> : null}
      className={className}
      id={`section-${section}`}
      title={title}
    >
      {children}
    </Card>
  )
}

interface EditLinkProps {
  section: string
  /** What is changed, where the link stands beside others. */
  of?: string
}

/** Opens the form of a section, or of all; a link, so that it works before and without script. */
export function EditLink({ section, of }: EditLinkProps) {
  const t = useText()
  const { hrefOf, show } = useReading()
  return (
    <a
      aria-label={of === undefined ? undefined : t("Edit: {section}", { section: of })}
      className={buttonClass(of === undefined ? "secondary" : "quiet", "rc-edit")}
      href={hrefOf(section)}
      id={editLinkId(section)}
      onClick={inPlace(() => show(section))}
    >
      <Icon height="16" name="pencil" width="16" />
      {t("Edit")}
    </a>
  )
}

/** A press that only means this page; with a key held it is the browser's. */
export function inPlace(act: () => void) {
  return (event: MouseEvent) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain) return
    event.preventDefault()
    act()
  }
}
