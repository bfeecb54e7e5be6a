import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { type DateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import type { Attached } from "#client/services/mail/attached.ts"
import {
  type Letter,
  type Message,
  cancelMessage,
  forgetLetters,
  retryMessage,
  sendMessageNow,
} from "#client/services/mail/letters.ts"
import { usePage } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { MailFrame } from "#client/ui/mail-frame.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant, Limit } from "#client/ui/time.tsx"

import { HeldLine } from "./held-line.tsx"
import { LeavingList } from "./leaving-list.tsx"
import { isWaiting, waitingOf } from "./leaving.ts"
import { MessageResults } from "./message-results.tsx"
import { MessageState, isUndelivered } from "./message-state.tsx"
import { namesOf, withoutFields } from "./names.ts"

interface MessageViewProps {
  message: Message
  style: DateStyle
  onAgain: (letter: Partial<Letter>, files: readonly Attached[]) => void
  onBack: () => void
}

/** One mail as it left, or will. */
export function MessageView({ message, style, onAgain, onBack }: MessageViewProps) {
  const t = useText()
  const queries = useQueryClient()
  const { env } = usePage()
  const whyNot = useRights("mail")
  const [pending, setPending] = useState(false)
  const { to, cc, bcc, subject, html, attachments, state, error, results } = message
  const isToEach = results.length > 0
  const waiting = waitingOf(message)
  const act = async (deed: () => Promise<unknown>, done: string) => {
    setPending(true)
    try {
      await deed()
      toast.success(done)
    } catch (failure) {
      toast.failure(failure)
    }
    await forgetLetters(queries)
    setPending(false)
  }
  const cancel = () => act(() => cancelMessage(message._id), msg("E-mail cancelled."))
  const retry = () => act(() => retryMessage(message._id), msg("The e-mail is being sent again."))
  const sendNow = () => act(() => sendMessageNow(message._id), msg("The e-mail is on its way."))
  const edit = () =>
    act(async () => {
      const back = await cancelMessage(message._id)
      const { leaving, results: all } = back
      const taken = all.filter((result) => result.state === "cancelled")
      again({
        // Who has got it already does not get it again.
        to: isToEach ? taken.map(({ name, address }) => ({ name, address })) : to,
        inWorkingHours: leaving.length > 0,
        scheduledAt: leaving.length > 0 ? null : back.scheduledAt,
      })
    }, msg("E-mail cancelled."))
  const again = (more: Partial<Letter> = {}) => {
    const files = attachments.map(({ fileId: id, name, size }) => ({ id, name, size }))
    const ids = files.map(({ id }) => id)
    // The copies of messages to each are their template's.
    const copies = isToEach ? {} : { cc, bcc }
    const mode = isToEach ? "each" : "together"
    onAgain({ mode, to, ...copies, subject, html, attachments: ids, ...more }, files)
  }
  const times = [
    { label: t("Sent"), at: message.sentAt, isLimit: false },
    { label: t("Send on"), at: state === "queued" ? message.scheduledAt : null, isLimit: true },
    { label: t("Written"), at: message.createdAt, isLimit: false },
  ].filter(({ at }) => at !== null)
  const people = [
    { label: t("To"), list: isToEach ? [] : to },
    { label: t("Cc"), list: cc },
    { label: t("Bcc"), list: bcc },
  ].filter(({ list }) => list.length > 0)
  return (
    <article aria-labelledby="mail-message-title" className="ml-message">
      <header className="ml-message-head">
        <Button look="quiet" onClick={onBack}>
          <Icon height="16" name="chevron-start" width="16" />
          {t("All e-mails")}
        </Button>
        <ActionButton onClick={() => again()} whyNot={whyNot("create")}>
          {t("Write again")}
        </ActionButton>
        {results.length === 0 && isUndelivered(message) ? (
          <ActionButton
            onClick={() => void retry()}
            pending={pending ? t("Sending…") : null}
            whyNot={whyNot("send")}
          >
            {t("Retry")}
          </ActionButton>
        ) : null}
        {state === "queued" || (isToEach && state === "sending") ? (
          <ActionButton
            onClick={() => void cancel()}
            pending={pending ? t("Cancelling…") : null}
            whyNot={whyNot("send")}
          >
            {t("Cancel sending")}
          </ActionButton>
        ) : null}
        {isWaiting(message) ? (
          <>
            <ActionButton onClick={() => void edit()} whyNot={whyNot("send")}>
              {t("Edit e-mail")}
            </ActionButton>
            <ActionButton onClick={() => void sendNow()} whyNot={whyNot("send")}>
              {t("Send now instead")}
            </ActionButton>
          </>
        ) : null}
      </header>
      <h3 id="mail-message-title">
        <bdi>{subject === "" ? t("No subject") : withoutFields(subject)}</bdi>{" "}
        <MessageState message={message} />
      </h3>
      {error === null ? null : <p className="ui-error">{error}</p>}
      {message.held === null ? null : <HeldLine held={message.held} style={style} />}
      <dl className="ml-facts">
        {people.map(({ label, list }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={list.map(({ address }) => address).join(", ")}>
              <bdi>{namesOf(list)}</bdi>
            </dd>
          </div>
        ))}
        {times.map(({ label, at, isLimit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {isLimit ? (
                <Limit exact={formatDateTime(at ?? "", style)} instant={at ?? ""} now={env.now} />
              ) : (
                <Instant dateTime={at ?? ""}>{formatDateTime(at ?? "", style)}</Instant>
              )}
            </dd>
          </div>
        ))}
        {attachments.length === 0 ? null : (
          <div>
            <dt>{t("Files")}</dt>
            <dd>
              <bdi>{attachments.map(({ name }) => name).join(", ")}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {isToEach || waiting.length === 0 ? null : (
        <LeavingList from={Date.parse(env.now)} leaving={waiting} style={style} />
      )}
      {isToEach ? (
        <MessageResults message={message} style={style} />
      ) : (
        <MailFrame html={html} title={t("Content of the e-mail")} />
      )}
    </article>
  )
}
