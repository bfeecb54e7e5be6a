/**
 * What a form needs for the browser to send it itself. The form is the same with and without script: one that is sent before its script
 * has started is not lost.
 */
import { createContext, use } from "react"

import { formatDateTime } from "#client/lib/format/date.ts"
import type { LookupState } from "#client/lib/input.ts"
import { usePage, usePostedForm } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { useText } from "#client/ui/text.tsx"

import type { FieldContext, FieldSpec, Values } from "./fields.ts"
import type { Look } from "./noun.ts"
import type { Conflict } from "./use-record-form.ts"
import { valueText } from "./value-text.ts"
import { patchOf, valueAt } from "./values.ts"

const PlainContext = createContext(false)

/** Goes around the fields of a form, and says whether the server reads it without script. */
export const PlainProvider = PlainContext

/** Whether the server reads the form around this without script. */
export function useIsPlain(): boolean {
  return use(PlainContext)
}

/** What was typed in a lookup field and found for it, when the form is drawn again. */
export function useLookupState(name: string): LookupState | undefined {
  const isPlain = useIsPlain()
  const lookups = usePostedForm()?.record?.lookups
  return isPlain && lookups !== undefined && Object.hasOwn(lookups, name)
    ? lookups[name]
    : undefined
}

/**
 * Attributes of a button that adds or removes an item: until there is script to do so, the server draws the form again, without saving
 * it, and the page opens at the field `near`.
 */
export function useRedrawing() {
  const isPlain = useIsPlain()
  return (action: "$add" | "$drop", path: string, near: string) =>
    isPlain ? { name: action, value: path, formAction: `#field-${near}` } : {}
}

interface PlainInputsProps {
  fields: readonly FieldSpec[]
  context: FieldContext
  /** What the form was drawn from: the stored record, or what was typed of a new one. */
  made: Values
}

/** What the form sends besides its controls. */
export function PlainInputs({ fields, context, made }: PlainInputsProps) {
  const { env } = usePage()
  const names = fields.map(({ name }) => name)
  const drawn = fields.filter((field) => field.kind !== "custom" && !field.fixed?.(context))
  const base = { ...patchOf(names, made), ...(context.isNew ? {} : { version: made["version"] }) }
  return (
    <>
      {/* Enter presses the first button of a form, which must not be one that removes an item. */}
      <button aria-hidden="true" className="u-hidden" tabIndex={-1} type="submit" />
      <input name="$fields" type="hidden" value={drawn.map(({ name }) => name).join(",")} />
      <input name="$base" type="hidden" value={JSON.stringify(base)} />
      {env.formKey === undefined ? null : <input name="$key" type="hidden" value={env.formKey} />}
    </>
  )
}

/** The value of a control that shows another text for it. */
export function PlainStored({ name, value, shown }: Record<"name" | "value" | "shown", string>) {
  if (!useIsPlain()) return null
  return (
    <>
      <input name={`${name}$value`} type="hidden" value={value} />
      <input name={`${name}$shown`} type="hidden" value={shown} />
    </>
  )
}

interface PlainFootProps {
  /** Address that "Cancel" leads to. */
  cancel: string | null
  /** Whether the fields depend on what is chosen. */
  varies: boolean
}

/** Beside the button that saves, without script. */
export function PlainFoot({ cancel, varies }: PlainFootProps) {
  const t = useText()
  return (
    <noscript>
      {varies ? (
        <button className={buttonClass("secondary")} name="$draw" type="submit" value="">
          {t("Update fields")}
        </button>
      ) : null}
      {cancel === null ? null : (
        <a className={buttonClass("quiet")} href={cancel}>
          {t("Cancel")}
        </a>
      )}
    </noscript>
  )
}

interface PlainConflictProps {
  conflict: Conflict
  fields: readonly FieldSpec[]
  mine: Values
  look: Look
}

/** Fields that two people have changed, with a choice for each; the dialog without script. */
export function PlainConflict({ conflict, fields, mine, look }: PlainConflictProps) {
  const { t, style } = look
  const { theirs, by, names } = conflict
  return (
    <noscript>
      <Card
        className="rc-plain-conflict"
        id="plain-conflict"
        title={t("Someone else changed the same fields")}
      >
        <p>
          {by === null
            ? t(
                "This record changed after you started typing. Choose which values to keep. All other changes have been combined.",
              )
            : t(
                "Saved by {name} on {time}. Choose which values to keep. All other changes have been combined.",
                {
                  name: by.name ?? t("the system"),
                  time: formatDateTime(by.at, style),
                },
              )}
        </p>
        {fields
          .filter(({ name }) => names.includes(name))
          .map((field) => (
            <fieldset className="rc-plain-sides" key={field.name}>
              <legend>{t(field.label)}</legend>
              {(["mine", "theirs"] as const).map((side) => (
                <label className="rc-side" key={side}>
                  <input
                    defaultChecked={side === "mine"}
                    name={`$keep.${field.name}`}
                    type="radio"
                    value={side}
                  />
                  <span>
                    {side === "mine" ? t("Yours") : t("Theirs")}:{" "}
                    <bdi>
                      {valueText(valueAt(side === "mine" ? mine : theirs, field.name), field, t)}
                    </bdi>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
      </Card>
    </noscript>
  )
}
