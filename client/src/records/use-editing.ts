/** Moves between reading a record and changing it: by its address, so that the back button, a link and a reload know which. */
import { useEffect, useRef } from "react"
import { useNavigate } from "react-router"

import { editPath } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"

import { ALL, type Edited, editedIn, editedWith } from "./editing.ts"
import type { Section } from "./fields.ts"
import type { RecordForm } from "./use-record-form.ts"

export interface Editing {
  /** What is shown to be changed. */
  edited: Edited
  /** Address of the form of a section, or of all of them. */
  hrefOf: (section: string) => string
  /** Shows that form, or with `null` the record to be read. The entry in the browser's history stays the same one. */
  show: (edited: Edited) => void
}

/** Where `reads` is false the record is always a form. */
export function useEditing(
  form: Pick<RecordForm, "dirty">,
  sections: readonly Section[],
  reads: boolean,
): Editing {
  const { url } = usePage()
  const navigate = useNavigate()
  const [path = ""] = url.split("?", 1)
  const asked = reads ? editedIn(url, sections) : ALL
  const edited = editedWith(asked, sections, form.dirty)
  const before = useRef(edited)
  useEffect(() => {
    const last = before.current
    before.current = edited
    if (edited !== null || last === null) return
    // What had the focus is gone with the form.
    const link = last === ALL ? null : document.getElementById(editLinkId(last))
    const target = link ?? document.querySelector<HTMLElement>("h1")
    target?.focus({ preventScroll: true })
  }, [edited])
  return {
    edited,
    hrefOf: (section) => editPath(path, section),
    show(next) {
      void navigate(next === null ? path : editPath(path, next), {
        replace: true,
        preventScrollReset: true,
        state: next === null ? null : { edit: true },
      })
    },
  }
}

/** Id of the link that opens the form of a section. */
export function editLinkId(section: string): string {
  return `edit-${section}`
}
