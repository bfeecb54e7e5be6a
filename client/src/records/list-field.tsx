import { useLayoutEffect, useRef } from "react"
import type { ComponentType } from "react"

import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { FieldSpec, Values } from "./fields.ts"
import { useIsPlain, useRedrawing } from "./plain-parts.tsx"
import type { RecordFieldProps } from "./record-field.tsx"
import type { Faults } from "./use-record-form.ts"
import { withValue } from "./values.ts"

interface ListFieldProps {
  /** Draws a field of a thing; handed in, as it draws lists too. */
  Inner: ComponentType<RecordFieldProps>
  field: FieldSpec & { kind: "list" }
  values: readonly Values[]
  readOnly: boolean
  faults: Faults
  onChange: (values: readonly Values[]) => void
  onLeave: (name: string) => void
}

/** Things with fields of their own: addresses, telephone numbers. */
export function ListField(props: ListFieldProps) {
  const { Inner, field, values, readOnly, faults, onChange, onLeave } = props
  const t = useText()
  const { name, label, of, max, add, blank } = field
  const own = faults[name]
  const isPlain = useIsPlain()
  const redraws = useRedrawing()
  const list = useRef<HTMLFieldSetElement>(null)
  /** Where the focus goes once the list is drawn with what was added or without what was removed. */
  const next = useRef<"last" | "add" | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    const first =
      next.current === "last"
        ? list.current?.querySelector<HTMLElement>(
            ".rc-thing:last-of-type :is(input:not([type=hidden]), select, textarea)",
          )
        : list.current?.querySelector<HTMLElement>(":scope > button")
    next.current = null
    first?.focus()
  })
  return (
    <fieldset className="rc-list" id={`field-${name}`} ref={list} tabIndex={-1}>
      <legend>{t(label)}</legend>
      {field.hint === undefined ? null : <p className="ui-hint">{t(field.hint)}</p>}
      {values.map((thing, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the things have no name but their place
        <div className="rc-thing" key={index}>
          <div className="rc-fields">
            {of
              .filter(({ when }) => when?.(thing) !== false)
              .map((inner) => (
                <Inner
                  context={{ values: thing, stored: thing, isNew: false }}
                  faults={within(faults, `${name}.${String(index)}`)}
                  field={inner}
                  key={inner.name}
                  onChange={(path, value) =>
                    onChange(values.with(index, withValue(thing, path, value)))
                  }
                  onLeave={(path) => onLeave(`${name}.${String(index)}.${path}`)}
                  prefix={`${name}.${String(index)}.`}
                  readOnly={readOnly}
                />
              ))}
          </div>
          {readOnly ? null : (
            <IconButton
              icon="close"
              label={t("Remove item {number} from {list}", { number: index + 1, list: t(label) })}
              submits={isPlain}
              {...redraws("$drop", `${name}.${String(index)}`, name)}
              onClick={(event) => {
                event.preventDefault()
                next.current = "add"
                onChange(values.filter((_, at) => at !== index))
              }}
            />
          )}
          {isPlain && !readOnly ? (
            <input
              name={`${name}.${String(index)}$item`}
              type="hidden"
              value={JSON.stringify(thing)}
            />
          ) : null}
        </div>
      ))}
      {own === undefined ? null : (
        <p className="ui-error">
          <Icon height="16" name="warning" width="16" />
          {t(own)}
        </p>
      )}
      {readOnly ? (
        values.length === 0 ? (
          <p className="rc-muted">{t("None")}</p>
        ) : null
      ) : (
        <Button
          aria-disabled={values.length >= max}
          look="quiet"
          submits={isPlain}
          {...redraws("$add", name, name)}
          onClick={(event) => {
            event.preventDefault()
            if (values.length >= max) return
            next.current = "last"
            onChange([...values, blank])
          }}
        >
          <Icon height="16" name="plus" width="16" />
          {t(add)}
        </Button>
      )}
    </fieldset>
  )
}

/** The faults of one thing, by the names of its own fields. */
function within(faults: Faults, prefix: string): Faults {
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([path]) => path.startsWith(`${prefix}.`))
      .map(([path, text]) => [path.slice(prefix.length + 1), text]),
  )
}
