import { type SyntheticEvent, useState } from "react"
import { useNavigate } from "react-router"

import { instantOf, localOf } from "#client/lib/format/local-time.ts"
import { asOfPath } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"
import { Button } from "#client/ui/button.tsx"
import { Field } from "#client/ui/field.tsx"
import { MomentInput } from "#client/ui/moment-input.tsx"

import { useLook } from "./use-look.ts"

interface AsOfFormProps {
  /** Address of the record. */
  record: string
  /** The moment that is shown, if one is. */
  at: string | null
}

/** Asks for a record as it was at a moment. Without script the server reads the time on the clock of the user. */
export function AsOfForm({ record, at }: AsOfFormProps) {
  const navigate = useNavigate()
  const { env } = usePage()
  const { t, style } = useLook()
  const now = localOf(env.now, env.timeZone)
  const shown = at === null ? now : shownIn(at, env.timeZone) || now
  const [local, setLocal] = useState(shown)
  const show = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
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
            <span className="u-scripted">
              <MomentInput
                aria-describedby={control["aria-describedby"]}
                format={style}
                id={control.id}
                onChange={setLocal}
                value={local}
              />
            </span>
            <noscript>
              <input
                aria-label={t("Date and time")}
                className="ui-input"
                defaultValue={shown}
                max={now}
                name="at"
                type="datetime-local"
              />
            </noscript>
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
