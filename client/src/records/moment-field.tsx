import { instantOf, localOf } from "#client/lib/format/local-time.ts"
import { usePage } from "#client/services/page.tsx"
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
  return (
    <>
      <input
        aria-describedby={`${id}-zone`}
        className="ui-input"
        id={id}
        onChange={({ target }) => onChange(instantOf(target.value, env.timeZone))}
        type="datetime-local"
        value={typeof value === "string" ? localOf(value, env.timeZone) : ""}
      />
      <span className="ui-hint" id={`${id}-zone`}>
        {t("On the clock of {zone}.", { zone: env.timeZone.replaceAll("_", " ") })}
      </span>
    </>
  )
}
