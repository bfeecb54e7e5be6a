import { useState } from "react"

import { type DateStyle, dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import type { Attached } from "#client/services/mail/attached.ts"
import { type Letter, MESSAGES, type Message, useLetters } from "#client/services/mail/letters.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import { HeldLine } from "./held-line.tsx"
import { LeavingLine } from "./leaving-line.tsx"
import { waitingOf } from "./leaving.ts"
import { LettersFrame } from "./letters-frame.tsx"
import { MessageState } from "./message-state.tsx"
import { MessageView } from "./message-view.tsx"
import { nameOf, namesOf, withoutFields } from "./names.ts"

interface MessagesListProps {
  /** The message that is open at first. */
  first: string | null
  /** The same letter once more, to be changed and sent. */
  onAgain: (letter: Partial<Letter>, files: readonly Attached[]) => void
}

/** What was sent, is to be sent, or was taken back. */
export function MessagesList({ first, onAgain }: MessagesListProps) {
  const t = useText()
  const { session, env } = usePage()
  const [search, setSearch] = useState("")
  const [open, setOpen] = useState(first)
  const list = useLetters<Message>(MESSAGES, search)
  const style = dateStyle(env.timeZone, session?.user)
  if (open !== null) {
    const found = list.data?.pages.flatMap(({ data }) => data).find(({ _id }) => _id === open)
    if (found !== undefined) {
      return (
        <MessageView message={found} onAgain={onAgain} onBack={() => setOpen(null)} style={style} />
      )
    }
  }
  return (
    <div className="ml-sent">
      <search>
        <form
          className="ml-search"
          onSubmit={(event) => {
            event.preventDefault()
            const text = new FormData(event.currentTarget).get("text")
            setSearch(typeof text === "string" ? text.trim() : "")
          }}
        >
          <input
            aria-label={t("Search by subject or recipient")}
            className="ui-input"
            defaultValue={search}
            name="text"
            placeholder={t("Search by subject or recipient")}
            type="search"
          />
        </form>
      </search>
      <LettersFrame
        empty={search === "" ? t("No e-mails sent yet.") : t("No e-mails match your search.")}
        list={list}
      >
        {(message) => {
          const at = message.sentAt ?? message.scheduledAt ?? message.createdAt
          return (
            <li className="ml-letter" key={message._id}>
              <button className="ml-letter-open" onClick={() => setOpen(message._id)} type="button">
                <span className="ml-letter-who">
                  <bdi>{namesOf(message.to)}</bdi>
                </span>
                <span className="ml-letter-subject">
                  <bdi>
                    {message.subject === "" ? t("No subject") : withoutFields(message.subject)}
                  </bdi>
                </span>
                <MessageState message={message} />
                <Instant className="ml-letter-time" dateTime={at} isPart>
                  {formatDateTime(at, style)}
                </Instant>
                {message.held === null ? (
                  <NextLeaving message={message} style={style} />
                ) : (
                  <HeldLine held={message.held} style={style} />
                )}
              </button>
            </li>
          )
        }}
      </LettersFrame>
    </div>
  )
}

/** Whose working hours come next, of those that the message waits for. */
function NextLeaving({ message, style }: { message: Message; style: DateStyle }) {
  const t = useText()
  const { env } = usePage()
  const [next, ...others] = waitingOf(message)
  if (next === undefined) return null
  return (
    <span className="ml-letter-leaving">
      {message.to.length > 1 ? (
        <>
          <bdi>{nameOf(next)}</bdi>
          {": "}
        </>
      ) : null}
      <LeavingLine from={Date.parse(env.now)} isPart leaving={next} style={style} />
      {others.length === 0 ? null : (
        <> {t.count(others.length, "and {count} more", "and {count} more")}</>
      )}
    </span>
  )
}
