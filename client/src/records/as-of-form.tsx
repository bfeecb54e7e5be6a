import type { SyntheticEvent } from "react"
import { useNavigate } from "react-router"

import { instantOf, localOf } from "#client/lib/format/local-time.ts"
import { asOfPath } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"
import { Button } from "#client/ui/button.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

interface AsOfFormProps {
  /** Address of the record. */
  record: string
  /** The moment that is shown, if one is. */
  at: string | null
}

/** Asks for a record as it was at a moment. Without script the server reads the time on the clock of the user. */
export function AsOfForm({ record, at }: AsOfFormProps) {
  const t = useText()
  const navigate = useNavigate()
  const { env } = usePage()
  const now = localOf(env.now, env.timeZone)
  const show = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const local = new FormData(event.currentTarget).get("at")
    if (typeof local !== "string" || local === "") return
    void navigate(asOfPath(record, instantOf(local, env.timeZone) ?? local))
  }
  return (
    <form action={record} className="rc-as-of-form" method="get" onSubmit={show}>
      <Field
        hint={t("In the time zone {zone}.", { zone: env.timeZone.replaceAll("_", " ") })}
        label={t("Date and time")}
        name="at"
      >
        {(control) => (
          <span className="rc-as-of">
            <input
              {...control}
              className="ui-input"
              defaultValue={at === null ? now : shownIn(at, env.timeZone) || now}
              key={at}
              max={now}
              type="datetime-local"
            />
            <Button submits>{t("View record")}</Button>
          </span>
        )}
      </Field>
    </form>
  )
}

/** As the field shows it: a time without an offset is one of the user's clock already. */
function shownIn(at: string, timeZone: string): string {
  return LOCAL.test(at) ? at.slice(0, 16) : localOf(at, timeZone)
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[\d.]+)?$/u
