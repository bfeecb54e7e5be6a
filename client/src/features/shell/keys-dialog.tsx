import { useEffect, useState, useSyncExternalStore } from "react"

import { msg } from "#client/lib/words.ts"
import { strokeOf } from "#client/services/shortcuts/keys.ts"
import { isApple } from "#client/services/shortcuts/listen.ts"
import {
  moveKeys,
  preferences,
  resetPreferences,
  setSingleKeys,
} from "#client/services/shortcuts/preferences.ts"
import {
  type Shortcut,
  type Where,
  keysOf,
  useShortcuts,
} from "#client/services/shortcuts/use-shortcut.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import { Keys } from "./keys.tsx"

const ID = "keys-dialog"

const PARTS: readonly [where: Where, title: string][] = [
  ["anywhere", msg("Anywhere")],
  ["go", msg("Go to")],
  ["list", msg("In a list")],
  ["record", msg("In a record")],
]

/** Every key that does something on this screen, and how to change it or switch single keys off (WCAG 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const all = useShortcuts()
  const { singleKeys, moved } = useSyncExternalStore(preferences.subscribe, preferences.get)
  const [changing, setChanging] = useState<string | null>(null)
  useEffect(() => showDialog(ID), [])
  // Where two ask for the same keys, the later one has them.
  const known = [...new Map(all.map((each) => [each.label, each])).values()]
  return (
    <Dialog
      className="sh-keys"
      id={ID}
      onCancel={(event) => {
        if (changing !== null) event.preventDefault()
      }}
      onClose={onClose}
      title={t("Keyboard shortcuts")}
    >
      <label className="sh-keys-switch">
        <input
          checked={singleKeys}
          onChange={({ target }) => setSingleKeys(target.checked)}
          type="checkbox"
        />
        <span>
          {t("Single-key shortcuts")}
          <span className="ui-hint">
            {t("Turn them off if speech input or stray touches trigger them.")}
          </span>
        </span>
      </label>
      {PARTS.map(([where, title]) => {
        const rows = known.filter((each) => each.where === where)
        if (rows.length === 0) return null
        return (
          <section aria-labelledby={`keys-${where}`} key={where}>
            <h3 id={`keys-${where}`}>{t(title)}</h3>
            <ul>
              {rows.map((each) => (
                <Row
                  changing={changing === each.label}
                  key={each.label}
                  known={known}
                  onChanging={setChanging}
                  shortcut={each}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {Object.keys(moved).length === 0 && singleKeys ? null : (
        <Button onClick={resetPreferences}>{t("Reset all shortcuts")}</Button>
      )}
    </Dialog>
  )
}

interface RowProps {
  shortcut: Shortcut
  known: readonly Shortcut[]
  changing: boolean
  onChanging: (label: string | null) => void
}

/** One command; while it is being changed, the next key that is pressed becomes its own. */
function Row({ shortcut, known, changing, onChanging }: RowProps) {
  const t = useText()
  const [taken, setTaken] = useState<string | null>(null)
  const { label } = shortcut
  const now = keysOf(shortcut)

  useEffect(() => {
    if (!changing) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key === "Tab") return onChanging(null)
      const stroke = strokeOf(event, isApple())
      if (stroke === null) return
      event.preventDefault()
      event.stopPropagation()
      if (stroke === "Escape") return onChanging(null)
      const keys = stroke === "Backspace" || stroke === "Delete" ? "" : stroke
      const other = known.find((each) => each.label !== label && clashes(keysOf(each), keys))
      if (other !== undefined) return setTaken(other.label)
      moveKeys(label, keys === shortcut.keys ? null : keys)
      onChanging(null)
    }
    document.addEventListener("keydown", press, { capture: true })
    return () => document.removeEventListener("keydown", press, { capture: true })
  }, [changing, known, label, onChanging, shortcut.keys])

  return (
    <li className="sh-keys-row">
      <span>{t(label)}</span>
      {changing ? (
        <output className="sh-keys-ask">
          {taken === null
            ? t("Press the new key. Backspace removes the shortcut, Escape keeps the old one.")
            : t("That key is already used for “{command}”. Press another one.", {
                command: t(taken),
              })}
        </output>
      ) : now === null ? (
        <span className="ui-none">{t("none")}</span>
      ) : (
        <Keys keys={shortcut.keys} label={label} />
      )}
      <button
        aria-label={t("Change the shortcut for {command}", { command: t(label) })}
        aria-pressed={changing}
        className="ui-link"
        onClick={() => {
          setTaken(null)
          onChanging(changing ? null : label)
        }}
        type="button"
      >
        {t("Change")}
      </button>
    </li>
  )
}

/** Also a key that begins a sequence cannot be a command of its own. */
function clashes(one: string | null, other: string): boolean {
  return one !== null && other !== "" && (one === other || one.startsWith(`${other} `))
}
