import type { Choice } from "#client/lib/choices.ts"
import type { PicklistCode } from "#client/lib/picklists.ts"
import { usePicklistWord } from "#client/services/use-reference.ts"
import { useText } from "#client/ui/text.tsx"

interface PicklistWordProps {
  options: readonly Choice[]
  picklist: PicklistCode
  word: string
}

/** A word of a closed set, as the company's picklist calls it. */
export function PicklistWord({ options, picklist, word }: PicklistWordProps) {
  const t = useText()
  const wordOf = usePicklistWord()
  return t(wordOf(options, picklist, word))
}
