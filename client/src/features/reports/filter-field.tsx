import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { ConditionLine } from "./condition-line.tsx"
import { WordSelect } from "./field-select.tsx"
import { DEEPEST, EMPTY, MOST_CONDITIONS, count, treeOf, wireOf } from "./filter-tree.ts"
import type { Group, Part } from "./filter-tree.ts"
import type { DatasetField } from "./report-data.ts"
import { useFields } from "./use-fields.ts"

const MODES = [
  { value: "all", label: msg("Match all") },
  { value: "any", label: msg("Match any") },
  { value: "none", label: msg("Match none") },
] as const

/** Which records the report is about: conditions, and groups of them within groups. */
export function FilterField({ id, value, onChange, readOnly, values }: CustomControlProps) {
  const fields = useFields(values["dataset"])
  const [tree, setTree] = useState<{ wire: unknown; group: Group }>(() => ({
    wire: value,
    group: treeOf(value),
  }))
  // What came from elsewhere, such as a draft, takes the place of what was edited here; an empty group is kept only here.
  const group = tree.wire === value ? tree.group : treeOf(value)
  const change = (next: Group) => {
    const wire = wireOf(next)
    setTree({ wire, group: next })
    onChange(wire)
  }
  return (
    <div className="rp-editor" id={id} tabIndex={-1}>
      <GroupEditor
        depth={1}
        fields={fields}
        group={group}
        isFull={count(group) >= MOST_CONDITIONS}
        onChange={change}
        readOnly={readOnly}
      />
    </div>
  )
}

interface GroupEditorProps {
  group: Group
  fields: readonly DatasetField[]
  depth: number
  isFull: boolean
  readOnly: boolean
  onChange: (group: Group) => void
  onRemove?: () => void
}

function GroupEditor(props: GroupEditorProps) {
  const { group, fields, depth, isFull, readOnly, onChange, onRemove } = props
  const t = useText()
  const { parts } = group
  const put = (at: number, part: Part) => {
    onChange({ ...group, parts: parts.map((each, index) => (index === at ? part : each)) })
  }
  const remove = (at: number) => {
    onChange({ ...group, parts: parts.filter((_, index) => index !== at) })
  }
  const add = (part: Part) => onChange({ ...group, parts: [...parts, part] })
  const first = fields.find(({ kind }) => kind !== "id")
  return (
    <fieldset className="rp-group">
      <legend className="u-hidden">{t("Group of conditions")}</legend>
      <div className="rp-line">
        <WordSelect
          label={t("How conditions are combined")}
          onChange={(mode) => {
            const known = MODES.find(({ value }) => value === mode)
            if (known !== undefined) onChange({ ...group, mode: known.value })
          }}
          options={MODES}
          readOnly={readOnly}
          value={group.mode}
        />
        {onRemove === undefined || readOnly ? null : (
          <IconButton icon="close" label={t("Remove group")} onClick={onRemove} />
        )}
      </div>
      <ol className="rp-parts">
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same condition may be there twice
          <li key={at}>
            {part.kind === "group" ? (
              <GroupEditor
                depth={depth + 1}
                fields={fields}
                group={part}
                isFull={isFull}
                onChange={(next) => put(at, next)}
                onRemove={() => remove(at)}
                readOnly={readOnly}
              />
            ) : (
              <ConditionLine
                condition={part}
                fields={fields}
                number={at + 1}
                onChange={(next) => put(at, next)}
                onRemove={() => remove(at)}
                readOnly={readOnly}
              />
            )}
          </li>
        ))}
      </ol>
      {readOnly || isFull ? null : (
        <div className="rp-line">
          {first === undefined ? null : (
            <Button
              onClick={() =>
                add({ kind: "condition", field: first.name, op: first.ops[0] ?? "eq", value: "" })
              }
            >
              <Icon height="16" name="plus" width="16" />
              {t("Add condition")}
            </Button>
          )}
          {depth >= DEEPEST ? null : (
            <Button look="quiet" onClick={() => add({ ...EMPTY, mode: "any" })}>
              {t("Add group")}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
