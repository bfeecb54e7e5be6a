import { userSource } from "#client/records/common-sources.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { LookupField } from "#client/records/lookup-fields.tsx"
import { useRights } from "#client/records/rights.ts"

/** Who works on it; assigning takes a right of its own. */
export function AssigneeField({ id, value, onChange, readOnly, values }: CustomControlProps) {
  const whyNot = useRights("issue")("assign")
  const shown = values["assigneeName"]
  return (
    <>
      <LookupField
        control={{
          id,
          name: id,
          required: false,
          "aria-describedby": whyNot === null ? undefined : `${id}-why`,
          "aria-invalid": undefined,
        }}
        onChange={onChange}
        readOnly={readOnly || whyNot !== null}
        shown={typeof shown === "string" ? shown : undefined}
        source={userSource}
        value={typeof value === "string" ? value : null}
      />
      {whyNot === null ? null : (
        <span className="ui-hint" id={`${id}-why`}>
          {whyNot}
        </span>
      )}
    </>
  )
}
