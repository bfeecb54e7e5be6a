import { useState } from "react"

import type { ControlProps } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { Dash } from "./cells.tsx"
import { LookupControl } from "./lookup-control.tsx"
import { LookupText } from "./lookup-text.tsx"
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
  const known = taken?.value === value ? (source.say?.(taken, t) ?? taken.label) : shown
  const label = useLabels(source, value === null || known !== undefined ? [] : [value])
  if (readOnly) {
    return (
      <span className="rc-text" id={control.id}>
        {value === null ? <Dash /> : <LookupText shown={known} source={source} value={value} />}
      </span>
    )
  }
  return (
    <LookupControl
      control={control}
      label={name}
      onTake={(choice) => {
        setTaken(choice)
        onChange(choice.value)
      }}
      shown={value === null ? "" : (known ?? label(value))}
      source={source}
      {...(control.required ? {} : { onClear: () => onChange(null) })}
    />
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
  const [taken, setTaken] = useState<readonly Choice[]>([])
  const known = (value: string) => taken.find((choice) => choice.value === value)?.label
  const label = useLabels(
    source,
    values.filter((value) => known(value) === undefined),
  )
  return (
    <div className="rc-lookups">
      {values.length === 0 ? null : (
        <ul className="rc-chips">
          {values.map((value) => {
            const text = known(value) ?? label(value)
            return (
              <li className="rc-chip" key={value}>
                <bdi>{text}</bdi>
                <button
                  aria-label={t("Remove {name}", { name: text })}
                  onClick={() => onChange(values.filter((each) => each !== value))}
                  type="button"
                >
                  <Icon height="14" name="close" width="14" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {isFull ? null : (
        <LookupControl
          control={{ ...control, required: false }}
          onTake={(choice) => {
            setTaken((old) => [...old, choice])
            if (!values.includes(choice.value)) onChange([...values, choice.value])
          }}
          shown=""
          source={source}
        />
      )}
    </div>
  )
}
