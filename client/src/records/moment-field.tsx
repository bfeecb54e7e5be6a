import { instantOf, localOf } from "#client/lib/format/local-time.ts"
import { usePage } from "#client/services/page.tsx"
import { MomentInput } from "#client/ui/moment-input.tsx"
import { useText } from "#client/ui/text.tsx"

import { moment } from "./cells.tsx"
import type { CustomControlProps } from "./fields.ts"
import { useLook } from "./use-look.ts"

/** The control of a field that holds an instant, on the clock of the reader's zone. */
export function MomentField({ id, value, onChange, readOnly }: CustomControlProps) {
  const t = useText()
  const { env } = usePage()
  const look = useLook()
  if (readOnly) {
    return (
      <span className="rc-text" id={id}>
        {moment(typeof value === "string" ? value : null, look)}
      </span>
    )
  }
  const local = typeof value === "string" ? localOf(value, env.timeZone) || value : ""
  return (
    <>
      <MomentInput
        aria-describedby={`${id}-zone`}
        format={look.style}
        id={id}
        onChange={(next) => {
          const [day = ""] = next.split("T")
          // An invalid date is reported when the focus leaves the field.
          onChange(day === "" ? null : (instantOf(next, env.timeZone) ?? day))
        }}
        value={local}
      />
      <span className="ui-hint" id={`${id}-zone`}>
        {t("In the time zone {zone}.", { zone: env.timeZone.replaceAll("_", " ") })}
      </span>
    </>
  )
}
