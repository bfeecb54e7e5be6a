/** Several short texts: a line of its own for each, and an empty one for the next. */
import { type KeyboardEvent, useRef } from "react"

import { Button } from "#client/ui/button.tsx"
import type { ControlProps } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { FieldSpec } from "./fields.ts"
import { useIsPlain, useRedrawing } from "./plain-parts.tsx"

interface LinesFieldProps {
  field: FieldSpec & { kind: "texts" }
  control: ControlProps
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

export function LinesField({ field, control, values, onChange }: LinesFieldProps) {
  const t = useText()
  const isPlain = useIsPlain()
  const redraws = useRedrawing()
  const group = useRef<HTMLSpanElement>(null)
  const lines = values.length < field.max ? [...values, ""] : values
  const settle = () => {
    const settled = values.map((line) => line.trim()).filter((line) => line !== "")
    if (settled.length !== values.length || settled.some((line, at) => line !== values[at])) {
      onChange(settled)
    }
  }
  // Enter leads to the next line while there is one, and saves from the last.
  const press = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const next = group.current?.querySelectorAll("input")[at + 1]
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return
    if (next === undefined || event.currentTarget.value === "") return
    event.preventDefault()
    next.focus()
  }
  return (
    <span
      className="rc-lines"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) settle()
      }}
      ref={group}
    >
      {lines.map((line, at) => (
        <input
          // oxlint-disable-next-line react/no-array-index-key -- the lines have no name but their place
          key={at}
          {...(at === 0
            ? control
            : {
                "aria-label": t("{list} {number}", { list: t(field.label), number: at + 1 }),
                name: control.name,
              })}
          autoComplete="off"
          className="ui-input"
          maxLength={field.length}
          onChange={({ target }) => onChange(withLine(values, at, target.value))}
          onKeyDown={(event) => press(event, at)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text/plain").split(/\r?\n/u)
            if (pasted.length < 2) return
            event.preventDefault()
            onChange(
              [...values.slice(0, at), ...pasted, ...values.slice(at + 1)].slice(0, field.max),
            )
          }}
          type="text"
          value={line}
        />
      ))}
      {isPlain && lines.length < field.max ? (
        <noscript>
          <Button look="quiet" submits {...redraws("$add", control.name, control.name)}>
            {t("Add line")}
          </Button>
        </noscript>
      ) : null}
    </span>
  )
}

function withLine(values: readonly string[], at: number, line: string): readonly string[] {
  return at < values.length ? values.with(at, line) : line === "" ? values : [...values, line]
}
