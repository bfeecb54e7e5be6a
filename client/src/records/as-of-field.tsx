import { msg } from "#client/lib/words.ts"
import { Diff } from "#client/ui/diff.tsx"

import { ActionButton } from "./action-button.tsx"
import type { FieldThen } from "./as-of.ts"
import type { Values } from "./fields.ts"
import type { Look } from "./noun.ts"
import { RecordField } from "./record-field.tsx"
import { valueAt } from "./values.ts"

interface AsOfFieldProps {
  held: FieldThen
  then: Values
  today: Values
  look: Look
  /** Why it cannot be restored; `null` when it can. */
  whyNot: string | null
  isPending: boolean
  onRestore: () => void
}

/** One field as it was, and as it is today where that is something else, with the way back. */
export function AsOfField(props: AsOfFieldProps) {
  const { held, then, today, look, whyNot, isPending, onRestore } = props
  const { t } = look
  const { field, unknown, differs } = held
  const label = t(field.label)
  if (unknown !== null) {
    return (
      <dl className="ui-field rc-read" data-field={field.name}>
        <dt className="ui-label">{label}</dt>
        <dd className="rc-text rc-muted">
          {unknown === "secret"
            ? t("Not recorded: the history leaves out its value.")
            : t("Not recorded: it was changed without an entry in the history.")}
        </dd>
      </dl>
    )
  }
  const still = {
    faults: {},
    readOnly: true,
    onChange: () => {},
    onLeave: () => {},
  }
  return (
    <>
      <RecordField
        {...still}
        context={{ values: then, stored: today, isNew: false }}
        field={field}
      />
      {differs ? (
        <div className="rc-today">
          {field.kind === "list" || field.kind === "custom" ? (
            <Diff
              changes={[
                {
                  path: field.name,
                  label: t(TODAY),
                  old: valueAt(then, field.name),
                  new: valueAt(today, field.name),
                },
              ]}
              dense
            />
          ) : (
            <RecordField
              {...still}
              context={{ values: today, stored: today, isNew: false }}
              field={{ ...field, label: TODAY }}
              prefix="today."
            />
          )}
          <ActionButton
            aria-label={t("Restore this value: {field}", { field: label })}
            onClick={onRestore}
            pending={isPending ? t("Restoring…") : null}
            whyNot={whyNot}
          >
            {t("Restore this value")}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}

const TODAY = msg("Today")
