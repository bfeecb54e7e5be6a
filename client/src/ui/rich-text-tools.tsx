import { useEffect, useRef, useState } from "react"
import type { KeyboardEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { Button } from "#client/ui/button.tsx"
import { linkTarget } from "#client/ui/editable.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import type { Command, RichEditor } from "#client/ui/rich-editor.ts"
import { useText } from "#client/ui/text.tsx"

const COMMANDS: readonly { command: Command; label: string; icon: IconName }[] = [
  { command: "bold", label: msg("Bold"), icon: "bold" },
  { command: "italic", label: msg("Italic"), icon: "italic" },
  { command: "bullets", label: msg("List"), icon: "list" },
  { command: "numbers", label: msg("Numbered list"), icon: "list-numbered" },
]

interface RichTextToolsProps {
  /** Id of the text that they format. */
  controls: string
  /** What is on where the caret is. */
  pressed: readonly Command[]
  /** Does it as soon as the editor is there. */
  withEditor: (deed: (editor: RichEditor) => void) => void
}

/** A toolbar after the ARIA Authoring Practices: one stop of the Tab key, arrows inside. */
export function RichTextTools({ controls, pressed, withEditor }: RichTextToolsProps) {
  const t = useText()
  const [stop, setStop] = useState(0)
  const [link, setLink] = useState<string | null>(null)
  const bar = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])]
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -stop, End: buttons.length - 1 - stop }
    const step = Object.entries(steps).find(([key]) => key === event.key)?.[1]
    if (step === undefined) return
    event.preventDefault()
    const mirrored =
      getComputedStyle(event.currentTarget).direction === "rtl" && event.key.startsWith("Arrow")
    const next = (stop + (mirrored ? -step : step) + buttons.length) % buttons.length
    setStop(next)
    buttons[next]?.focus()
  }
  const openLink = () => withEditor((ready) => setLink(ready.linkAt()))
  return (
    <>
      <div
        aria-controls={controls}
        aria-label={t("Formatting")}
        className="ui-rich-tools"
        onKeyDown={move}
        ref={bar}
        role="toolbar"
        tabIndex={-1}
      >
        {COMMANDS.map(({ command, label, icon }, index) => (
          <IconButton
            aria-pressed={pressed.includes(command)}
            icon={icon}
            key={command}
            label={t(label)}
            onClick={() => withEditor((ready) => ready.toggle(command))}
            onFocus={() => setStop(index)}
            tabIndex={index === stop ? 0 : -1}
          />
        ))}
        <IconButton
          aria-expanded={link !== null}
          icon="link"
          label={t("Link")}
          onClick={() => (link === null ? openLink() : setLink(null))}
          onFocus={() => setStop(COMMANDS.length)}
          tabIndex={stop === COMMANDS.length ? 0 : -1}
        />
      </div>
      {link === null ? null : (
        <LinkRow
          id={`${controls}-link`}
          onClose={() => setLink(null)}
          onLink={(target) => {
            setLink(null)
            withEditor((ready) => ready.link(target))
          }}
          start={link}
        />
      )}
    </>
  )
}

interface LinkRowProps {
  id: string
  start: string
  /** `null` takes the link away. */
  onLink: (target: string | null) => void
  onClose: () => void
}

function LinkRow({ id, start, onLink, onClose }: LinkRowProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const apply = () => {
    const target = linkTarget(input.current?.value ?? "")
    if (target === null) setWrong(true)
    else onLink(target)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return
    // Neither sends the form around it, nor closes the dialog around that.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === "Enter") apply()
    else onClose()
  }
  return (
    <div className="ui-rich-link">
      <label className="u-hidden" htmlFor={id}>
        {t("Link address")}
      </label>
      <input
        aria-describedby={wrong ? `${id}-error` : undefined}
        aria-invalid={wrong || undefined}
        className="ui-input"
        defaultValue={start}
        id={id}
        onKeyDown={press}
        placeholder="https://"
        ref={input}
        spellCheck={false}
        type="text"
      />
      <Button onClick={apply}>{t("Set link")}</Button>
      {start === "" ? null : (
        <Button look="quiet" onClick={() => onLink(null)}>
          {t("Remove link")}
        </Button>
      )}
      {wrong ? (
        <p className="ui-error" id={`${id}-error`}>
          {t("Enter a web address or an e-mail address.")}
        </p>
      ) : null}
    </div>
  )
}
