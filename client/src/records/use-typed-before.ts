/** What was typed before the page's script had started is not lost: it is taken over from the inputs. */
import { useEffect, useRef } from "react"
import type { RefObject } from "react"

import type { RecordForm } from "./use-record-form.ts"
import { valueAt } from "./values.ts"

export function useTypedBefore(element: RefObject<HTMLFormElement | null>, form: RecordForm): void {
  const first = useRef(form)
  useEffect(() => {
    const { fields, state, change } = first.current
    for (const { name, kind } of fields) {
      const control = element.current?.elements.namedItem(name)
      const isTyped = kind === "text" || kind === "long"
      if (
        !isTyped ||
        !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      ) {
        continue
      }
      const known = valueAt(state.values, name)
      if (control.value !== (typeof known === "string" ? known : "")) change(name, control.value)
    }
  }, [element])
}
