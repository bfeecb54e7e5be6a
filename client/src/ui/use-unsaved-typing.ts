import { useLayoutEffect } from "react"

import { noteUnsaved } from "#client/lib/typing.ts"

/** While a form has typing that is not saved yet, keys without Ctrl or Command do nothing. */
export function useUnsavedTyping(isUnsaved: boolean): void {
  // Before the paint that shows what was typed: the next key may be pressed at once.
  useLayoutEffect(() => (isUnsaved ? noteUnsaved() : undefined), [isUnsaved])
}
