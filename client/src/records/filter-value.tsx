import { useState } from "react"

import { FormDay } from "#client/ui/form-day.tsx"

import { FLAGS } from "./conditions.ts"
import { LookupField } from "./lookup-fields.tsx"
import type { Filter } from "./noun.ts"
import { useLook } from "./use-look.ts"

interface FilterValueProps {
  filter: Filter
  id: string
  name: string
  value: string
  /** Read out where no label is beside it. */
  label?: string
  onChange?: (value: string) => void
}

/** What a field is compared with. */
export function FilterValue({ filter, id, name, value, label, onChange }: FilterValueProps) {
  const { t, style } = useLook()
  const shared = {
    "aria-label": label,
    id,
    name,
    ...(onChange === undefined ? { defaultValue: value } : { value }),
  }
  if (filter.kind === "choice" || filter.kind === "flag") {
    const options = filter.kind === "choice" ? filter.options : FLAGS
    return (
      <select
        {...shared}
        className="ui-input ui-select"
        onChange={({ target }) => onChange?.(target.value)}
      >
        <option value="">{t("Any")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {t(option.label)}
          </option>
        ))}
      </select>
    )
  }
  if (filter.kind === "lookup") {
    return <FilterLookup {...{ filter, id, name, value, label, onChange }} />
  }
  if (filter.kind === "day") {
    return <FormDay {...{ id, name, label, onChange }} format={style} value={value.slice(0, 10)} />
  }
  return (
    <input
      {...shared}
      className="ui-input"
      onChange={({ target }) => onChange?.(target.value)}
      type={filter.kind === "number" ? "number" : "text"}
    />
  )
}

type FilterLookupProps = Omit<FilterValueProps, "filter" | "label" | "onChange"> & {
  filter: Filter & { kind: "lookup" }
  label: string | undefined
  onChange: ((value: string) => void) | undefined
}

/** A record, chosen as it is chosen in forms; its id is what the form around holds. */
function FilterLookup({ filter, id, name, value, label, onChange }: FilterLookupProps) {
  const [own, setOwn] = useState(value)
  const now = onChange === undefined ? own : value
  return (
    <>
      <input name={name} type="hidden" value={now} />
      <LookupField
        control={{
          id,
          name: "",
          required: false,
          "aria-describedby": undefined,
          "aria-invalid": undefined,
        }}
        label={label}
        onChange={(next) => {
          setOwn(next ?? "")
          onChange?.(next ?? "")
        }}
        readOnly={false}
        shown={undefined}
        source={filter.source}
        value={now === "" ? null : now}
      />
    </>
  )
}
