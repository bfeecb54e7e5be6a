import { useState } from "react"

import { type Choice, useChoices } from "#client/services/mail/sources.ts"
import type { ContextEntity } from "#client/services/mail/templates.ts"
import { ComboboxStatus } from "#client/ui/combobox-status.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCombobox } from "#client/ui/use-combobox.ts"

interface RecordPickerProps {
  name: string
  label: string
  hint?: string
  entity: ContextEntity
  /** What is shown of the record taken before. */
  shown: string
  onTake: (choice: Choice | null) => void
}

/** One record of a kind, looked for by name or code. */
export function RecordPicker({ name, label, hint, entity, shown, onTake }: RecordPickerProps) {
  const t = useText()
  const [text, setText] = useState<string | null>(null)
  const { choices, pending } = useChoices(entity, text?.trim() ?? "", text !== null)
  const box = useCombobox<Choice>({
    id: `field-${name}`,
    options: text === null ? [] : choices,
    keyOf: ({ id }) => id,
    value: shown,
    pending,
    onSearch: setText,
    onTake,
    onClear: () => onTake(null),
  })
  return (
    <Field hint={hint} label={label} marks="required" name={name} optional>
      {(control) => (
        <div className="ml-recipients">
          <input
            {...box.input}
            aria-describedby={control["aria-describedby"]}
            className="ui-input"
            placeholder={t("Search by name or code")}
            type="text"
          />
          {box.isOpen && choices.length > 0 ? (
            <div {...box.list} aria-label={label} className="ui-choices">
              {choices.map((choice) => (
                <div className="ui-choice" key={choice.id} {...box.option(choice)}>
                  <bdi>{choice.name}</bdi>
                  <bdi className="ui-choice-note">{choice.note}</bdi>
                </div>
              ))}
            </div>
          ) : null}
          <ComboboxStatus count={choices.length} isOpen={box.isOpen} pending={pending} />
        </div>
      )}
    </Field>
  )
}
