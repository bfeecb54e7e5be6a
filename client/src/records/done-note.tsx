/** Confirms a form that was sent without script; its redirect says in the address what was done. */
import { firstValue } from "#client/lib/query.ts"
import { msg } from "#client/lib/words.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

const DONE: Readonly<Record<string, string>> = {
  created: msg("Created."),
  saved: msg("Saved."),
  run: msg("Report refreshed."),
}

export function DoneNote() {
  const t = useText()
  const { url } = usePage()
  const at = url.indexOf("?")
  const done = at < 0 ? null : firstValue(url.slice(at), "done")
  if (done == null || !Object.hasOwn(DONE, done)) return null
  return <output className="rc-bar rc-done">{t(DONE[done] ?? "")}</output>
}
