/** Sending a letter: checked, once, with a way back for as long as there is one. */
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"

import { newId } from "#client/lib/browser.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { type Phrase, msg } from "#client/lib/words.ts"
import { compose } from "#client/services/mail/compose.ts"
import {
  type Message,
  cancelMessage,
  forgetLetters,
  sendLetter,
} from "#client/services/mail/letters.ts"
import { keptWhenOffline, takeBack } from "#client/services/outbox.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"

import { type Faults, check, refusal } from "./letter-checks.ts"
import { nameOf } from "./names.ts"
import { type Writing, sendable } from "./use-letter.ts"

export interface Sending {
  state: "idle" | "sending" | "asking"
  faults: Faults
  message: string | null
  /** Grows with every refusal. */
  attempt: number
}

const WAITS = msg(
  "The e-mail is waiting in this browser. It will be sent once you are connected again.",
)

const IDLE: Sending = { state: "idle", faults: {}, message: null, attempt: 0 }

/** `onSent` hears what the service made of the letter; `null` while it waits for the network. */
export function useSending(style: DateStyle, onSent: (message: Message | null) => void) {
  const queries = useQueryClient()
  const [sending, setSending] = useState(IDLE)
  // One key for one letter as it stands: what is sent again because no answer came, is sent once.
  const key = useRef<{ of: string; key: string } | null>(null)
  const busy = useRef(false)

  const refuse = (faults: Faults, message: string | null) =>
    setSending(({ attempt }) => ({ state: "idle", faults, message, attempt: attempt + 1 }))

  return {
    ...sending,
    /** The fault of a field goes when the field is changed. */
    mend(part: keyof Faults) {
      setSending((old) => {
        if (old.faults[part] === undefined) return old
        const { [part]: _mended, ...faults } = old.faults
        return { ...old, faults }
      })
    },
    /** `settle` gives the letter as it is kept; nothing more is kept of it from then on. */
    async send(writing: Writing, settle: () => Promise<Writing>, isAsked = false): Promise<void> {
      if (busy.current) return
      const faults = check(writing.letter)
      if (Object.keys(faults).length > 0) {
        refuse(faults, null)
        return
      }
      const { subject, templateId } = writing.letter
      if (subject.trim() === "" && templateId === null && !isAsked) {
        setSending((old) => ({ ...old, faults: {}, message: null, state: "asking" }))
        return
      }
      busy.current = true
      setSending((old) => ({ ...old, faults: {}, message: null, state: "sending" }))
      const { letter: whole, files, kept } = await settle()
      const letter = sendable(whole)
      const of = JSON.stringify(letter)
      if (key.current?.of !== of) key.current = { of, key: newId() }
      const posted = { key: key.current.key, letter, kept }
      try {
        const message = await sendLetter(letter, kept, posted.key)
        setSending(IDLE)
        toast.undo(said(message, style), async () => {
          await cancelMessage(message._id)
          await forgetLetters(queries)
          compose({ ...letter, files })
        })
        onSent(message)
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        if (await keptWhenOffline(error, posted)) {
          setSending(IDLE)
          toast.undo(WAITS, async () => {
            if (await takeBack(posted.key)) compose({ ...letter, files })
            else toast.info(msg("This e-mail has already been sent."))
          })
          onSent(null)
          return
        }
        const { faults: told, message } = refusal(error.problem)
        refuse(told, message)
      } finally {
        busy.current = false
        await forgetLetters(queries)
      }
    },
    /** Back from the question whether a mail may have no subject. */
    back() {
      setSending((old) => ({ ...old, state: "idle" }))
    },
  }
}

function said(message: Message, style: DateStyle): Phrase {
  const { scheduledAt, to, results, leaving } = message
  const time = scheduledAt === null ? "" : formatDateTime(scheduledAt, style)
  if (results.length > 0) {
    const count = results.filter(({ state }) => state !== "leftOut").length
    if (leaving.some(({ atOnce }) => !atOnce)) {
      return {
        count,
        one: msg("{count} message is scheduled for working hours."),
        many: msg("{count} messages are scheduled for working hours."),
      }
    }
    return scheduledAt === null
      ? { count, one: msg("{count} message sent."), many: msg("{count} messages sent.") }
      : {
          count,
          one: msg("{count} message will be sent on {time}."),
          many: msg("{count} messages will be sent on {time}."),
          values: { time },
        }
  }
  const [first] = to
  const name = first === undefined ? "" : nameOf(first)
  if (scheduledAt !== null)
    return { text: msg("The e-mail will be sent on {time}."), values: { time } }
  return to.length > 1
    ? { text: msg("E-mail sent to {name} and others."), values: { name } }
    : { text: msg("E-mail sent to {name}."), values: { name } }
}
