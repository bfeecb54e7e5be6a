import { useEffect, useRef, useState } from "react"
import type { KeyboardEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { Button } from "#client/ui/button.tsx"
import { type Command, isFormatted, linkTarget } from "#client/ui/editable.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { useText } from "#client/ui/text.tsx"

const COMMANDS: readonly { command: Command; label: string; icon: IconName }[] = [
  { command: "bold", label: msg("Bold"), icon: "bold" },
  { command: "italic", label: msg("Italic"), icon: "italic" },
  { command: "insertUnorderedList", label: msg("List"), icon: "list" },
  { command: "insertOrderedList", label: msg("Numbered list"), icon: "list-numbered" },
]

interface RichTextToolsProps {
  /** Id of the text that they format. */
  controls: string
  onCommand: (command: Command | "createLink" | "unlink", value?: string) => void
  /** Where the caret of the text is. */
  selection: () => Range | null
}

/** A toolbar after the ARIA Authoring Practices: one stop of the Tab key, arrows inside. */
export function RichTextTools({ controls, onCommand, selection }: RichTextToolsProps) {
  const t = useText()
  const [pressed, setPressed] = useState<ReadonlySet<Command>>(new Set())
  const [stop, setStop] = useState(0)
  const [link, setLink] = useState<string | null>(null)
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const look = () => {
      if (document.activeElement?.id !== controls) return
      const now = COMMANDS.map(({ command }) => command).filter(isFormatted)
      setPressed((old) =>
        old.size === now.length && now.every((each) => old.has(each)) ? old : new Set(now),
      )
    }
    document.addEventListener("selectionchange", look)
    return () => document.removeEventListener("selectionchange", look)
  }, [controls])

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
  const openLink = () => {
    const start = selection()?.startContainer ?? null
    const inside = start instanceof Element ? start : (start?.parentElement ?? null)
    setLink(inside?.closest("a")?.getAttribute("href") ?? "")
  }
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
            aria-pressed={pressed.has(command)}
            icon={icon}
            key={command}
            label={t(label)}
            onClick={() => onCommand(command)}
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
            if (target === null) onCommand("unlink")
            else onCommand("createLink", target)
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
        {t("Address of the link")}
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
          {t("Please give the address of a page or of a mailbox.")}
        </p>
      ) : null}
    </div>
  )
}
