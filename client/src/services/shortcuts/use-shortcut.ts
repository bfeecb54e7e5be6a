/**
 * Keys that do something on the screen shown. A screen, a list or a form says which, while it is there:
 *
 *     useShortcut("j", msg("Next row"), next, { where: "list" })
 *     useShortcut("Mod+s", msg("Save"), canSave ? save : null, { where: "record" })
 *     useShortcut("Mod+Enter", msg("Send"), send, { dialog: MAIL_DIALOG })
 *
 * `keys` is written as in `keys.ts`. With `null` for the deed the key does nothing and is not listed. Keys without Ctrl or
 * Command are inert while something is being typed or a form has typing that is not saved (`lib/typing.ts`), and `Enter` on a link or a button stays the browser's; all are inert
 * while a modal dialog is open, but for those that name it. Where two ask for the same keys, the later one has them. What is
 * there now is listed by the overlay of `?`, in which the user can change keys or switch single ones off; the English label
 * is what a change is remembered by, so one label is one command.
 */
import { useLayoutEffect, useRef, useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"
import { msg } from "#client/lib/words.ts"

import { isSingleKey } from "./keys.ts"
import { preferences } from "./preferences.ts"

/** The part of the screen that a command is about; the overlay lists them by it. */
export type Where = "anywhere" | "go" | "list" | "record"

export interface ShortcutOptions {
  /** `anywhere` unless given. */
  where?: Where
  /** Id of the modal dialog in which it works. */
  dialog?: string
  /** Keys with Ctrl or Command are the browser's own while something is being typed. */
  quiet?: true
}

export interface Shortcut {
  /** As the screen asked for. */
  readonly keys: string
  /** Of the catalogue. */
  readonly label: string
  readonly where: Where
  readonly dialog: string | null
  readonly quiet: boolean
  readonly run: () => void
}

const NONE: readonly Shortcut[] = []
const registered = createStore(NONE)

/** Has the keys while the component is there and the deed is not `null`. */
export function useShortcut(
  keys: string,
  label: string,
  run: (() => void) | null,
  { where = "anywhere", dialog, quiet }: ShortcutOptions = {},
): void {
  // In layout effects: a key that is pressed right after the paint that shows its command is not lost.
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  const isOn = run !== null
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const own: Shortcut = {
      keys,
      label,
      where,
      dialog: dialog ?? null,
      quiet: quiet === true,
      run: () => latest.current?.(),
    }
    registered.set([...registered.get(), own])
    return () => registered.set(registered.get().filter((each) => each !== own))
  }, [keys, label, where, dialog, quiet, isOn])
}

/** All that are there now, the oldest first; none on a server. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(registered.subscribe, registered.get, () => NONE)
}

/** As `useShortcuts`, for event handlers. */
export function shortcutsNow(): readonly Shortcut[] {
  return registered.get()
}

/** The command that finds any record. */
export const FINDER = msg("Search or run a command")

/** Does what the command of this label does, if it is there now. */
export function runShortcut(label: string): void {
  shortcutsNow()
    .findLast((each) => each.label === label)
    ?.run()
}

/** The keys that do it for this user; `null` where they were taken away or single keys are off. */
export function keysOf({ keys, label }: Pick<Shortcut, "keys" | "label">): string | null {
  const { moved, singleKeys } = preferences.get()
  const now = (Object.hasOwn(moved, label) ? moved[label] : undefined) ?? keys
  return now === "" || (!singleKeys && isSingleKey(now)) ? null : now
}
