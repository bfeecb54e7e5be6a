import { readOnlyText } from "#client/lib/session.ts"
import { usePage, useVisit } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
/** A lookup whose source makes what it does not find offers so, as the last of its choices. */
import { useText } from "#client/ui/text.tsx"

import type { Choice, Source } from "./sources.ts"

/** No value is called so. */
const MADE = "+"

interface Making {
  options: readonly Choice[]
  isMade: (choice: Choice) => boolean
  make: (choice: Choice, onTake: (choice: Choice) => void) => Promise<void>
}

/** `found` is what was found for a text. */
export function useMaking(
  source: Source,
  found: { text: string; choices: readonly Choice[] } | null,
): Making {
  const t = useText()
  const { session } = usePage()
  const { queries } = useVisit()
  const { make } = source
  const name = found?.text.trim() ?? ""
  const choices = found?.choices ?? []
  const isOffered =
    make !== undefined &&
    name !== "" &&
    name.length <= make.max &&
    session !== null &&
    readOnlyText(session) === null &&
    session.permissions.includes(make.right) &&
    !choices.some(({ label }) => label.toLowerCase() === name.toLowerCase())
  return {
    options: isOffered ? [...choices, { value: MADE, label: t(make.label, { name }) }] : choices,
    isMade: ({ value }) => value === MADE,
    async make(_, onTake) {
      if (make === undefined) return
      try {
        onTake(await make.make(name, queries))
      } catch (error) {
        toast.failure(error)
      }
    },
  }
}
