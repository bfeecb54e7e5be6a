import { useEffect, useRef, useState } from "react"

import { useVisit } from "#client/services/page.tsx"
import { ComboboxStatus } from "#client/ui/combobox-status.tsx"
import type { ControlProps } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCombobox } from "#client/ui/use-combobox.ts"

import { PlaceFacts } from "./place-facts.tsx"
import { useIsPlain } from "./plain-parts.tsx"
import type { Choice, Source } from "./sources.ts"
import { useMaking } from "./use-making.ts"

interface LookupControlProps {
  control: ControlProps
  source: Source
  /** What the input shows: the choice made before. */
  shown: string
  /** Read out where no label is beside it. */
  label?: string | undefined
  onTake: (choice: Choice) => void
  onClear?: () => void
}

/** After the last key. */
const PAUSE_MS = 120

export interface Found {
  text: string
  choices: readonly Choice[]
  /** Milliseconds since the epoch. */
  at: number
}

/** One box that finds a row by any of its codes and names. */
export function LookupControl(props: LookupControlProps) {
  const { control, source, shown, label, onTake, onClear } = props
  const t = useText()
  const { queries } = useVisit()
  const isPlain = useIsPlain()
  const [found, setFound] = useState<Found | null>(null)
  const [asked, setAsked] = useState("")
  const running = useRef<AbortController>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )

  const search = (text: string) => {
    setAsked(text)
    clearTimeout(timer.current)
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    timer.current = setTimeout(() => void ask(text, controller.signal), text === "" ? 0 : PAUSE_MS)
  }
  const ask = async (text: string, signal: AbortSignal) => {
    try {
      const choices = await source.find(text, signal, queries, t)
      setFound({ text, choices, at: Date.now() })
    } catch {
      // Another text was typed, or the services are away: what was there stays.
      if (!signal.aborted) setFound({ text, choices: [], at: Date.now() })
    }
  }
  const pending = found?.text !== asked
  const making = useMaking(source, found)
  const options = making.options
  const box = useCombobox<Choice>({
    id: control.id,
    options,
    keyOf: ({ value }) => value,
    value: shown,
    pending,
    onSearch: search,
    onTake: (choice) => {
      if (making.isMade(choice)) void making.make(choice, onTake)
      else onTake(choice)
    },
    isMade: making.isMade,
    ...(onClear === undefined ? {} : { onClear }),
  })
  return (
    <div className="rc-lookup">
      <input
        {...box.input}
        aria-describedby={control["aria-describedby"]}
        aria-label={label}
        aria-invalid={control["aria-invalid"]}
        className="ui-input"
        name={isPlain ? control.name : undefined}
        required={control.required}
        type="text"
      />
      <Icon height="16" name="search" width="16" />
      <ul {...box.list} aria-label={t("Options")} className="ui-choices" hidden={!box.isOpen}>
        {options.map((choice) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
          <li {...box.option(choice)} className="ui-choice" key={choice.value}>
            <bdi>{source.say?.(choice, t) ?? choice.label}</bdi>
            {choice.detail === undefined ? null : (
              <bdi className="ui-choice-note">{choice.detail}</bdi>
            )}
            {choice.place === undefined ? null : (
              <PlaceFacts now={found?.at ?? 0} place={choice.place} />
            )}
          </li>
        ))}
        {box.isOpen && !pending && options.length === 0 ? (
          <li className="ui-choice-none" role="presentation">
            {t("No matches.")}
          </li>
        ) : null}
      </ul>
      <ComboboxStatus count={options.length} isOpen={box.isOpen} pending={pending} />
    </div>
  )
}
