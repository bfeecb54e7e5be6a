import { useEffect, useRef } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import { instantOf, localOf } from "#client/lib/format/moment.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import type { Letter } from "#client/services/mail/letters.ts"
import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { MomentChoice, inAnHour } from "./moment-choice.tsx"
import type { Safe } from "./use-letter.ts"
import type { Sending } from "./use-sending.ts"

const SAFE: Readonly<Record<Safe, string>> = {
  untouched: "",
  here: msg("Draft saved in this browser"),
  keeping: msg("Saving draft…"),
  kept: msg("Draft saved"),
  refused: msg("Draft saved in this browser only"),
}

interface ComposeFootProps {
  letter: Letter
  /** What was entered for when it leaves, valid or not; `null` where nothing was. */
  later: string | null
  /** Why it cannot leave when it was asked to. */
  noMoment: string | null
  safe: Safe
  sending: Sending
  style: DateStyle
  /** How many messages it makes where each recipient gets one; `null` of one message. */
  messages: number | null
  /** Why it cannot be sent. */
  whyNot: string | null
  onChange: (patch: Partial<Letter>) => void
  onLater: (later: string | null) => void
  onMode: (mode: Letter["mode"]) => void
  onSend: (isAsked: boolean) => void
  onDiscard: () => void
}

/** What is done with a letter: sent now or later, or thrown away. */
export function ComposeFoot(props: ComposeFootProps) {
  const { letter, later, noMoment, safe, sending, style, messages, whyNot } = props
  const { onChange, onLater, onMode, onSend, onDiscard } = props
  const t = useText()
  const { scheduledAt, inWorkingHours } = letter
  const { timeZone } = style
  const local = later ?? (scheduledAt === null ? null : localOf(Date.parse(scheduledAt), timeZone))
  const isLater = local !== null || inWorkingHours
  const isSending = sending.state === "sending"
  const foot = useRef<HTMLDivElement>(null)
  // What was pressed is no longer there; the focus goes to what takes its place.
  const moved = useRef(false)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const next = isLater ? "input:checked" : ".ml-send-later"
    foot.current?.querySelector<HTMLElement>(next)?.focus()
  }, [isLater])
  const choose = (next: string) => {
    onLater(next)
    onChange({ scheduledAt: instantOf(next, timeZone), inWorkingHours: false })
  }
  return (
    <div className="ml-foot" ref={foot}>
      {isLater ? (
        <MomentChoice
          fault={noMoment ?? sending.faults.scheduledAt}
          letter={letter}
          local={inWorkingHours ? null : local}
          onEach={() => onMode("each")}
          onHours={() => {
            onLater(null)
            onChange({ scheduledAt: null, inWorkingHours: true })
          }}
          onMoment={choose}
          onNow={() => {
            moved.current = true
            onLater(null)
            onChange({ scheduledAt: null, inWorkingHours: false })
          }}
          style={style}
        />
      ) : null}
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
          whyNot={whyNot ?? (noMoment === null ? null : t(noMoment))}
        >
          <Icon height="16" name="send" width="16" />
          {messages === null
            ? !isLater
              ? t("Send")
              : t("Schedule")
            : !isLater
              ? t.count(messages, "Send {count} message", "Send {count} messages")
              : t.count(messages, "Schedule {count} message", "Schedule {count} messages")}
        </ActionButton>
        {isLater ? null : (
          <Button
            className="ml-send-later"
            onClick={() => {
              moved.current = true
              choose(inAnHour(timeZone))
            }}
          >
            <Icon height="16" name="clock" width="16" />
            {t("Send later")}
          </Button>
        )}
        <Button look="quiet" onClick={onDiscard}>
          {t("Discard")}
        </Button>
        <output className="ml-safe">{SAFE[safe] === "" ? "" : t(SAFE[safe])}</output>
      </div>
    </div>
  )
}
