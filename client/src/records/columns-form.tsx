import { useState } from "react"

import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

import { NARROWEST, type Placing, type ShownColumn, columnsText } from "./columns.ts"
import { closeDrop } from "./drop.tsx"
import type { Recorded } from "./noun.ts"
import type { ToolsProps } from "./tools.ts"
// One file of the build with these: see base.ts.
import "./list-page.tsx"

export type ColumnsFormProps<Row extends Recorded> = Pick<ToolsProps<Row>, "noun"> & {
  shown: readonly ShownColumn<Row>[]
  /** Empty for the list's own choice. */
  onArrange: (columns: string) => Promise<void>
}

/** Which columns a list shows, in which order, how wide, and which stay. The first one names the rows: it is there, and stays. */
export function ColumnsForm<Row extends Recorded>(props: ColumnsFormProps<Row>) {
  const { noun, shown, onArrange } = props
  const t = useText()
  const [draft, setDraft] = useState<readonly Placing[] | null>(null)
  const placings = draft ?? shown
  const [first] = noun.columns
  const hidden = noun.columns.filter(({ id }) => placings.every((each) => each.id !== id))
  const labelOf = (id: string) => t(noun.columns.find((column) => column.id === id)?.label ?? "")
  const set = (id: string, change: Partial<Placing>) =>
    setDraft(placings.map((each) => (each.id === id ? { ...each, ...change } : each)))
  const apply = (columns: string) => {
    setDraft(null)
    closeDrop("columns")
    void onArrange(columns)
  }
  const move = (id: string, by: -1 | 1) => {
    const at = placings.findIndex((each) => each.id === id)
    const [moved, other] = [placings[at], placings[at + by]]
    if (moved === undefined || other === undefined || other.id === first?.id) return
    setDraft(placings.with(at, other).with(at + by, moved))
  }
  return (
    <div className="rc-panel">
      <ul className="rc-columns">
        {placings.map(({ id, width, pinned }) => (
          <li key={id}>
            <label>
              <input
                checked
                disabled={id === first?.id}
                onChange={() => setDraft(placings.filter((each) => each.id !== id))}
                type="checkbox"
              />
              {labelOf(id)}
            </label>
            <input
              aria-label={t("Width of {column} in pixels", { column: labelOf(id) })}
              className="ui-input rc-width"
              inputMode="numeric"
              maxLength={4}
              onChange={({ target }) => {
                const typed = Number.parseInt(target.value, 10)
                set(id, { width: Number.isNaN(typed) ? null : typed })
              }}
              placeholder={t("auto")}
              value={width ?? ""}
            />
            <IconButton
              aria-disabled={id === first?.id}
              aria-pressed={pinned}
              icon="pin"
              label={t("Freeze {column}", { column: labelOf(id) })}
              onClick={() => {
                if (id !== first?.id) set(id, { pinned: !pinned })
              }}
            />
            <IconButton
              aria-disabled={id === first?.id}
              icon="arrow-up"
              label={t("Move {column} to the left", { column: labelOf(id) })}
              onClick={() => move(id, -1)}
            />
            <IconButton
              aria-disabled={id === first?.id}
              icon="arrow-down"
              label={t("Move {column} to the right", { column: labelOf(id) })}
              onClick={() => move(id, 1)}
            />
          </li>
        ))}
        {hidden.map(({ id }) => (
          <li key={id}>
            <label>
              <input
                checked={false}
                onChange={() => setDraft([...placings, { id, width: null, pinned: false }])}
                type="checkbox"
              />
              {labelOf(id)}
            </label>
          </li>
        ))}
      </ul>
      <div className="rc-panel-foot">
        <Button look="quiet" onClick={() => apply("")}>
          {t("Reset to default")}
        </Button>
        <Button
          look="primary"
          onClick={() => apply(columnsText(placings.map((each) => atLeast(each))))}
        >
          {t("Apply")}
        </Button>
      </div>
    </div>
  )
}

function atLeast({ id, width, pinned }: Placing): Placing {
  return { id, pinned, width: width === null ? null : Math.max(NARROWEST, width) }
}
