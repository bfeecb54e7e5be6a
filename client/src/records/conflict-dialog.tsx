import { useState } from "react"

import { formatDateTime } from "#client/lib/format/date.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import type { FieldSpec, Values } from "./fields.ts"
import type { Look } from "./noun.ts"
import { useOpened } from "./use-opened.ts"
import type { Conflict } from "./use-record-form.ts"
import { valueText } from "./value-text.ts"
import { merge, valueAt, withValue } from "./values.ts"

interface ConflictDialogProps {
  conflict: Conflict
  fields: readonly FieldSpec[]
  mine: Values
  look: Look
  onResolve: (values: Values) => void
}

type Side = "mine" | "theirs"

/** Both have changed the same fields: before, theirs and mine side by side, and a choice for each. */
export function ConflictDialog({ conflict, fields, mine, look, onResolve }: ConflictDialogProps) {
  const t = useText()
  const inside = useOpened<HTMLDivElement>()
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const { base, theirs, by, names } = conflict
  const chosen = () => {
    const { values } = merge(fields, { base, mine, theirs })
    return names.reduce(
      (joined, name) =>
        withValue(joined, name, valueAt(sides[name] === "theirs" ? theirs : mine, name)),
      values,
    )
  }
  const listed = fields.filter(({ name }) => names.includes(name))
  return (
    <Dialog
      className="rc-conflict"
      id="conflict"
      onCancel={(event) => event.preventDefault()}
      title={t("Someone else changed the same fields")}
    >
      <div ref={inside}>
        <p>
          {by === null
            ? t(
                "This record changed after you started typing. Choose which values to keep. All other changes have been combined.",
              )
            : t(
                "Saved by {name} on {time}. Choose which values to keep. All other changes have been combined.",
                { name: by.name ?? t("the system"), time: formatDateTime(by.at, look.style) },
              )}
        </p>
        <table className="ui-table rc-sides">
          <thead>
            <tr>
              <th scope="col">{t("Field")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("Theirs")}</th>
              <th scope="col">{t("Yours")}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((field) => (
              <tr key={field.name}>
                <th scope="row">{t(field.label)}</th>
                <td>{valueText(valueAt(base, field.name), field, t)}</td>
                {(["theirs", "mine"] as const).map((side) => (
                  <td key={side}>
                    <label className="rc-side">
                      <input
                        aria-label={side === "mine" ? t("Yours") : t("Theirs")}
                        checked={(sides[field.name] ?? "mine") === side}
                        name={`side-${field.name}`}
                        onChange={() => setSides((old) => ({ ...old, [field.name]: side }))}
                        type="radio"
                      />
                      <bdi>
                        {valueText(valueAt(side === "mine" ? mine : theirs, field.name), field, t)}
                      </bdi>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="ui-dialog-foot">
          <Button look="primary" onClick={() => onResolve(chosen())}>
            {t("Save selection")}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
