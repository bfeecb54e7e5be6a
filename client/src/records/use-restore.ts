/** Puts one field back: a change like any other, from the version that is shown, with a choice where somebody else was faster. */
import { useEffect, useRef, useState } from "react"

import { msg } from "#client/lib/words.ts"
import { toast } from "#client/services/toasts.ts"
import { fieldId } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { FieldSpec, Values } from "./fields.ts"
import type { RecordForm } from "./use-record-form.ts"

export interface Restoring {
  /** The field that is being restored. */
  pending: string | null
  restore: (field: FieldSpec, value: unknown) => void
  /** Ends a conflict with these values, which are then stored. */
  resolve: (values: Values) => void
}

export function useRestore(form: RecordForm): Restoring {
  const t = useText()
  const asked = useRef<FieldSpec | null>(null)
  const [latest, setLatest] = useState<FieldSpec | null>(null)
  const { saving, conflict } = form.state
  const save = async ({ name, label }: FieldSpec) => {
    const saved = await form.save()
    if (saved === null) return
    toast.success({ text: msg("{field} restored."), values: { field: t(label) } })
    // The button is gone with the difference.
    const place = document.getElementById(fieldId(name)) ?? document.querySelector("h1")
    place?.focus()
  }
  // The form saves what it holds, which it does once it was drawn.
  useEffect(() => {
    const field = asked.current
    if (field === null || conflict !== null) return
    asked.current = null
    void save(field)
  })
  return {
    pending: saving ? (latest?.name ?? null) : null,
    restore(field, value) {
      if (saving) return
      // What was refused before is not sent along.
      form.reset()
      form.change(field.name, value)
      asked.current = field
      setLatest(field)
    },
    resolve(values) {
      asked.current = latest
      form.resolve(values)
    },
  }
}
