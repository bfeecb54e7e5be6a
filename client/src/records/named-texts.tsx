/** An editor of texts by name: what something is called in each language, the codes that partners give it. */
import { useState } from "react"

import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { Dash } from "./cells.tsx"
import type { CustomControlProps } from "./fields.ts"
import { isSame } from "./values.ts"

interface NamedTextsOptions {
  /** English: what a name is, what a text is, and the button that adds one. */
  name: string
  text: string
  add: string
  /** How many there may be, and how long they are. */
  max: number
  nameLength: number
  textLength: number
  /** What a name is called where it is only read. */
  nameOf?: (name: string) => string
}

type Pair = readonly [name: string, text: string]

/** The control of a field whose value is `{ name: text }`. */
export function namedTexts(options: NamedTextsOptions) {
  const { max, nameLength, textLength } = options
  return function NamedTexts({ id, value, onChange, readOnly }: CustomControlProps) {
    const t = useText()
    // Pairs, as a name that is half typed may be that of another text.
    const [typed, setTyped] = useState<readonly Pair[]>(() => pairsOf(value))
    const pairs = isSame(Object.fromEntries(typed), value ?? {}) ? typed : pairsOf(value)
    const set = (next: readonly Pair[]) => {
      setTyped(next)
      onChange(Object.fromEntries(next))
    }
    const change = (place: number, pair: Pair) => set(pairs.with(place, pair))
    if (readOnly) {
      return pairs.length === 0 ? (
        <span className="rc-text" id={id}>
          <Dash />
        </span>
      ) : (
        <dl className="rc-text rc-named" id={id}>
          {pairs.map(([name, text]) => (
            <div key={name}>
              <dt>
                {options.nameOf === undefined ? (
                  <bdi className="ui-code">{name}</bdi>
                ) : (
                  <bdi>{options.nameOf(name)}</bdi>
                )}
              </dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )
    }
    return (
      <div className="rc-pairs" id={id} tabIndex={-1}>
        {pairs.map(([name, text], place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the name is what is being typed
          <div className="rc-pair" key={place}>
            <input
              aria-label={t(options.name)}
              className="ui-input ui-code"
              dir="ltr"
              maxLength={nameLength}
              onChange={({ target }) => change(place, [target.value, text])}
              type="text"
              value={name}
            />
            <input
              aria-label={t("{what}: {name}", { what: t(options.text), name })}
              className="ui-input"
              dir="auto"
              maxLength={textLength}
              onChange={({ target }) => change(place, [name, target.value])}
              type="text"
              value={text}
            />
            <IconButton
              icon="close"
              label={t("Remove {name}", { name: name === "" ? t(options.name) : name })}
              onClick={() => set(pairs.filter((_, index) => index !== place))}
            />
          </div>
        ))}
        <Button
          aria-disabled={pairs.length >= max}
          look="quiet"
          onClick={() => {
            if (pairs.length < max) set([...pairs, ["", ""]])
          }}
        >
          <Icon height="16" name="plus" width="16" />
          {t(options.add)}
        </Button>
      </div>
    )
  }
}

function pairsOf(value: unknown): readonly Pair[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, text]): Pair => [name, String(text)])
    : []
}
