/**
 * Keys as they are written and as they are pressed.
 *
 * Written: `"j"`, `"?"`, `"Enter"`, `"Shift+x"`, `"Mod+s"` (Ctrl, on Apple's machines Command), `"g d"` (one after the other).
 */

/** The strokes of what is written, in their order. */
export function strokesOf(keys: string): readonly string[] {
  return keys.split(" ").filter((stroke) => stroke !== "")
}

/** Whether it can be pressed by accident, as speech input does: no Ctrl or Command in it (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return !keys.includes("Mod+") && !/^(?:Enter|Escape|F\d+)$/u.test(keys)
}

/** The stroke that an event is, as it would be written; `null` for a modifier alone or a stroke that is the system's. */
export function strokeOf(event: KeyboardEvent, isApple: boolean): string | null {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event
  if (["Control", "Meta", "Shift", "Alt", "AltGraph", "Dead", "Process", ""].includes(key)) {
    return null
  }
  const modifier = isApple ? metaKey : ctrlKey
  const other = isApple ? ctrlKey : metaKey
  // AltGr writes `[` and `]` on many keyboards; it comes as Ctrl with Alt, or as the state alone.
  const isWritten = event.getModifierState("AltGraph") || (altKey && ctrlKey)
  if (!isWritten && (other || altKey)) return null
  const name = nameOf(key, code)
  const isLetter = /^[a-z]$/u.test(name)
  const isNamed = name.length > 1
  const mod = modifier && !isWritten ? "Mod+" : ""
  // A sign such as `?` already says whether Shift was needed.
  const shift = shiftKey && (isLetter || isNamed) ? "Shift+" : ""
  return mod + shift + name
}

/** How a stroke is shown on a key cap, part by part. */
export function capsOf(stroke: string, isApple: boolean): readonly string[] {
  return stroke.split(/(?<=.)\+(?=.)/u).map((part) => {
    if (part === "Mod") return isApple ? "⌘" : "Ctrl"
    if (part === "Shift") return isApple ? "⇧" : "Shift"
    return part.length === 1 ? part.toUpperCase() : (CAPS[part] ?? part)
  })
}

const CAPS: Readonly<Record<string, string>> = {
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
}

/** A letter is that of the key where the layout writes another script. */
function nameOf(key: string, code: string): string {
  if (key === " ") return "Space"
  if (key.length > 1) return key
  const isForeign = (key.codePointAt(0) ?? 0) > 0x24f
  const letter = isForeign ? /^Key(?<letter>[A-Z])$/u.exec(code)?.groups?.["letter"] : undefined
  return (letter ?? key).toLowerCase()
}
