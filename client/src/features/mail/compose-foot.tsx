import { useState } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import { instantOf, localOf } from "#client/lib/format/moment.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import type { Letter } from "#client/services/mail/letters.ts"
import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Safe } from "./use-letter.ts"
import type { Sending } from "./use-sending.ts"

const SAFE: Readonly<Record<Safe, string>> = {
  untouched: "",
  here: msg("Draft saved in this browser"),
  keeping: msg("Saving draft…"),
  kept: msg("Draft saved"),
  refused: msg("Draft saved in this browser only"),
}

const HOUR_MS = 60 * 60 * 1000

interface ComposeFootProps {
  letter: Letter
  safe: Safe
  sending: Sending
  style: DateStyle
  /** How many messages it makes where each recipient gets one; `null` of one message. */
  messages: number | null
  /** Why it cannot be sent. */
  whyNot: string | null
  onChange: (patch: Partial<Letter>) => void
  onSend: (isAsked: boolean) => void
  onDiscard: () => void
}

/** What is done with a letter: sent now or later, or thrown away. */
export function ComposeFoot(props: ComposeFootProps) {
  const { letter, safe, sending, style, messages, whyNot, onChange, onSend, onDiscard } = props
  const t = useText()
  const [later, setLater] = useState<string | null>(null)
  const { scheduledAt } = letter
  const { timeZone } = style
  const local = later ?? (scheduledAt === null ? null : localOf(Date.parse(scheduledAt), timeZone))
  const fault = sending.faults.scheduledAt
  const isSending = sending.state === "sending"
  return (
    <div className="ml-foot">
      {local === null ? null : (
        <div className="ml-later">
          <TextField
            error={fault === undefined ? null : t(fault)}
            hint={
              scheduledAt === null
                ? t("In the time zone {zone}.", { zone: timeZone })
                : formatDateTime(scheduledAt, style)
            }
            label={t("Send on")}
            name="mail-scheduledAt"
            onChange={(event) => {
              setLater(event.target.value)
              onChange({ scheduledAt: instantOf(event.target.value, timeZone) })
            }}
            type="datetime-local"
            value={local}
          />
          <Button
            look="quiet"
            onClick={() => {
              setLater(null)
              onChange({ scheduledAt: null })
            }}
          >
            {t("Send now instead")}
          </Button>
        </div>
      )}
      {sending.state === "asking" ? (
        <div className="ml-ask" role="alert">
          <p>{t("This e-mail has no subject.")}</p>
          <Button look="primary" onClick={() => onSend(true)}>
            {t("Send without a subject")}
          </Button>
          <Button onClick={() => document.getElementById("field-mail-subject")?.focus()}>
            {t("Add subject")}
          </Button>
        </div>
      ) : null}
      <div className="ml-acts">
        <ActionButton
          aria-keyshortcuts="Control+Enter"
          look="primary"
          pending={isSending ? t("Sending…") : null}
          submits
          whyNot={whyNot}
        >
          <Icon height="16" name="send" width="16" />
          {messages === null
            ? scheduledAt === null
              ? t("Send")
              : t("Schedule")
            : scheduledAt === null
              ? t.count(messages, "Send {count} message", "Send {count} messages")
              : t.count(messages, "Schedule {count} message", "Schedule {count} messages")}
        </ActionButton>
        {local === null ? (
          <Button
            onClick={() => {
              const next = localOf(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS, timeZone)
              setLater(next)
              onChange({ scheduledAt: instantOf(next, timeZone) })
            }}
          >
            <Icon height="16" name="clock" width="16" />
            {t("Send later")}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onDiscard}>
          {t("Discard")}
        </Button>
        <output className="ml-safe">{SAFE[safe] === "" ? "" : t(SAFE[safe])}</output>
      </div>
    </div>
  )
}
