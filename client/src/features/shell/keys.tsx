import { capsOf, strokesOf } from "#client/services/shortcuts/keys.ts"
import { isApple } from "#client/services/shortcuts/listen.ts"
import { keysOf } from "#client/services/shortcuts/use-shortcut.ts"
import { KeyCaps } from "#client/ui/key-caps.tsx"

/** The keys that do it for this user, if any. Drawn only in dialogs that script opens: a server knows no keyboard. */
export function Keys({ keys, label }: { keys: string; label: string }) {
  const now = keysOf({ keys, label })
  if (now === null) return null
  return <KeyCaps strokes={strokesOf(now).map((stroke) => capsOf(stroke, isApple()))} />
}
