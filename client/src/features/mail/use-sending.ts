/** Sending a letter: checked, once, with a way back for as long as there is one. */
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"

import { newId } from "#client/lib/browser.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { type Values, msg } from "#client/lib/words.ts"
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
import type { Writing } from "./use-letter.ts"

export interface Sending {
  state: "idle" | "sending" | "asking"
  faults: Faults
  message: string | null
  /** Grows with every refusal. */
  attempt: number
}

const WAITS = msg("The mail waits in this browser. It leaves as soon as the server answers again.")

const IDLE: Sending = { state: "idle", faults: {}, message: null, attempt: 0 }

export function useSending(style: DateStyle, onSent: () => void) {
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
      const { letter, files, kept } = await settle()
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
        onSent()
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        if (await keptWhenOffline(error, posted)) {
          setSending(IDLE)
          toast.undo(WAITS, async () => {
            if (await takeBack(posted.key)) compose({ ...letter, files })
            else toast.info(msg("The mail has left already."))
          })
          onSent()
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

function said({ scheduledAt, to }: Message, style: DateStyle): { text: string; values: Values } {
  const [first] = to
  const name = first === undefined ? "" : first.name === "" ? first.address : first.name
  if (scheduledAt !== null) {
    return {
      text: msg("The mail leaves on {time}."),
      values: { time: formatDateTime(scheduledAt, style) },
    }
  }
  return to.length > 1
    ? { text: msg("Mail sent to {name} and others."), values: { name } }
    : { text: msg("Mail sent to {name}."), values: { name } }
}
