import { useState } from "react"

import type { NamedValue } from "#client/lib/input.ts"
import type { ControlProps } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { Dash } from "./cells.tsx"
import { LookupControl } from "./lookup-control.tsx"
import { LookupText } from "./lookup-text.tsx"
import { PlainStored, useLookupState, useIsPlain, useRedrawing } from "./plain-parts.tsx"
import type { Choice, Source } from "./sources.ts"
import { useLabels } from "./use-names.ts"

interface LookupFieldProps {
  control: ControlProps
  source: Source
  value: string | null
  /** What the stored value is called, where the record says it. */
  shown: string | undefined
  readOnly: boolean
  /** Read out where no label is beside it. */
  label?: string | undefined
  onChange: (value: string | null) => void
}

/** A single choice. */
export function LookupField(props: LookupFieldProps) {
  const { control, source, value, shown, readOnly, label: name, onChange } = props
  const [taken, setTaken] = useState<Choice | null>(null)
  const t = useText()
  const found = useLookupState(control.name)
  const named = found?.names.find((choice) => choice.value === value)?.label
  const known = taken?.value === value ? (source.say?.(taken, t) ?? taken.label) : (named ?? shown)
  const label = useLabels(source, value === null || known !== undefined ? [] : [value])
  if (readOnly) {
    return (
      <span className="rc-text" id={control.id}>
        {value === null ? <Dash /> : <LookupText shown={known} source={source} value={value} />}
      </span>
    )
  }
  const take = (choice: Choice) => {
    setTaken(choice)
    onChange(choice.value)
  }
  const text = value === null ? (found?.text ?? "") : (known ?? label(value))
  return (
    <>
      <LookupControl
        control={control}
        label={name}
        onTake={take}
        shown={text}
        source={source}
        {...(control.required ? {} : { onClear: () => onChange(null) })}
      />
      {value === null ? (
        <Matches choices={found?.choices} name={control.name} onTake={take} />
      ) : (
        <PlainStored name={control.name} shown={text} value={value} />
      )}
    </>
  )
}

interface MatchesProps {
  name: string
  choices: readonly NamedValue[] | undefined
  onTake: (choice: Choice) => void
}

/** What the server found for a text that was sent without script, to choose from. */
function Matches({ name, choices, onTake }: MatchesProps) {
  const t = useText()
  if (choices === undefined || choices.length === 0) return null
  return (
    <select
      aria-label={t("Choose one of the matches.")}
      className="ui-input ui-select rc-matches"
      name={`${name}$choice`}
      onChange={({ target }) => {
        const choice = choices.find((each) => each.value === target.value)
        if (choice !== undefined) onTake(choice)
      }}
    >
      <option value="">{t("Choose one of the matches.")}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

interface LookupsFieldProps {
  control: ControlProps
  source: Source
  values: readonly string[]
  /** No more can be chosen. */
  isFull?: boolean
  onChange: (values: readonly string[]) => void
}

/** Several choices, each of which can be taken away again. */
export function LookupsField(props: LookupsFieldProps) {
  const { control, source, values, isFull = false, onChange } = props
  const t = useText()
  const isPlain = useIsPlain()
  const redraws = useRedrawing()
  const found = useLookupState(control.name)
  const [taken, setTaken] = useState<readonly Choice[]>([])
  const known = (value: string) =>
    [...taken, ...(found?.names ?? [])].find((choice) => choice.value === value)?.label
  const label = useLabels(
    source,
    values.filter((value) => known(value) === undefined),
  )
  const take = (choice: Choice) => {
    setTaken((old) => [...old, choice])
    if (!values.includes(choice.value)) onChange([...values, choice.value])
  }
  const isOpen = found?.choices.every((choice) => !values.includes(choice.value)) === true
  return (
    <div className="rc-lookups">
      {values.length === 0 ? null : (
        <ul className="rc-chips">
          {values.map((value, at) => {
            const text = known(value) ?? label(value)
            return (
              <li className="rc-chip" key={value}>
                <bdi>{text}</bdi>
                <button
                  aria-label={t("Remove {name}", { name: text })}
                  {...redraws("$drop", `${control.name}.${String(at)}`, control.name)}
                  onClick={(event) => {
                    event.preventDefault()
                    onChange(values.filter((each) => each !== value))
                  }}
                  type={isPlain ? "submit" : "button"}
                >
                  <Icon height="14" name="close" width="14" />
                </button>
                <PlainStored name={control.name} shown={text} value={value} />
              </li>
            )
          })}
        </ul>
      )}
      {isFull ? null : (
        <>
          <LookupControl
            control={{ ...control, required: false }}
            onTake={take}
            shown={isOpen ? found.text : ""}
            source={source}
          />
          {isOpen ? <Matches choices={found.choices} name={control.name} onTake={take} /> : null}
        </>
      )}
    </div>
  )
}
