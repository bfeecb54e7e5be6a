/** Rights as screens say them. */
import { rightInWords } from "../src/lib/right-names.ts"

/** `Contacts: Edit` for `contact:edit`. */
export function inWords(right: string): string {
  return rightInWords(right, (text, values = {}) =>
    text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name])),
  )
}
