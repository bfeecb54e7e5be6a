import type { CustomControlProps } from "#client/records/fields.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

import { FieldSelect, WordSelect } from "./field-select.tsx"
import type { ReportGroup } from "./report-data.ts"
import { UNITS } from "./report-words.ts"
import { useFields } from "./use-fields.ts"

/** The service takes no more. */
const MOST = 3

/** By what records are put together into one row; moments and days also by parts of time. */
export function GroupsField({ id, value, onChange, readOnly, values }: CustomControlProps) {
  const t = useText()
  const fields = useFields(values["dataset"]).filter((field) => field.is_groupable)
  const groups: readonly ReportGroup[] = Array.isArray(value) ? value : []
  const change = (at: number, group: ReportGroup) => {
    onChange(groups.map((each, index) => (index === at ? group : each)))
  }
  const isInTime = (name: string) => {
    const kind = fields.find((field) => field.name === name)?.kind
    return kind === "moment" || kind === "day"
  }
  const left = fields.filter(({ name }) => !groups.some(({ field }) => field === name))
  return (
    <div className="rp-editor" id={id} tabIndex={-1}>
      <ol className="rp-groups">
        {groups.map((group, at) => (
          <li className="rp-line" key={group.field}>
            <FieldSelect
              fields={fields}
              label={t("Group {number}", { number: at + 1 })}
              onChange={(field) => change(at, { field, by: isInTime(field) ? "month" : "value" })}
              readOnly={readOnly}
              value={group.field}
            />
            {isInTime(group.field) ? (
              <WordSelect
                label={t("Group {number}: period", { number: at + 1 })}
                onChange={(by) => change(at, { ...group, by })}
                options={UNITS}
                readOnly={readOnly}
                value={group.by}
              />
            ) : null}
            {readOnly ? null : (
              <IconButton
                icon="close"
                label={t("Remove group {number}", { number: at + 1 })}
                onClick={() => onChange(groups.filter((_, index) => index !== at))}
              />
            )}
          </li>
        ))}
      </ol>
      {readOnly || groups.length >= MOST ? null : (
        <FieldSelect
          fields={left}
          label={t("Group by")}
          none={groups.length === 0 ? t("One row per record") : t("Then by…")}
          onChange={(field) => {
            if (field !== "") {
              onChange([...groups, { field, by: isInTime(field) ? "month" : "value" }])
            }
          }}
          readOnly={false}
          value=""
        />
      )}
    </div>
  )
}
