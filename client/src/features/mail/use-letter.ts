/**
 * The letter being written. Every change is kept in the browser at once and at the mail service when the typing pauses, so
 * that neither Escape nor a reload, a crash or the end of the session costs a word.
 */
import { useEffect, useRef, useState } from "react"

import { isAddress } from "#client/lib/mail-address.ts"
import { isBlank } from "#client/lib/markup.ts"
import { type DraftKey, dropDraft, keepDraft, readDraft } from "#client/services/drafts.ts"
import type { Attached } from "#client/services/mail/attached.ts"
import { type Kept, type Letter, keepLetter } from "#client/services/mail/letters.ts"

/** After the last change. */
const PAUSE_MS = 1500

export const EMPTY: Letter = {
  mode: "each",
  to: [],
  cc: [],
  bcc: [],
  replyTo: null,
  subject: "",
  html: "",
  text: "",
  templateId: null,
  language: "",
  context: null,
  values: {},
  attachments: [],
  scheduledAt: null,
  inWorkingHours: false,
}

export interface Writing {
  letter: Letter
  files: readonly Attached[]
  kept: Kept | null
}

/** Where the text is safe. */
export type Safe = "untouched" | "here" | "keeping" | "kept" | "refused"

export const FRESH: Writing = { letter: EMPTY, files: [], kept: null }

/** What was kept in the browser of a letter that was not finished. */
export async function unfinished(key: DraftKey): Promise<Writing | null> {
  const draft = await readDraft(key)
  const writing = draft?.changes["writing"]
  if (!isWriting(writing)) return null
  return { ...writing, letter: { ...EMPTY, ...writing.letter } }
}

/** `isLoose`: what it begins with is kept nowhere yet. */
export function useLetter(key: DraftKey, start: Writing, isLoose: boolean) {
  const [writing, setWriting] = useState(start)
  const [safe, setSafe] = useState<Safe>(isLoose ? "here" : "untouched")
  // The latest, for timers and for what ends the page.
  const now = useRef<{ writing: Writing; safe: Safe }>({ writing, safe })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isForgotten = useRef(false)
  const line = useRef<Promise<unknown>>(Promise.resolve())

  const set = (next: Writing, nextSafe: Safe) => {
    now.current = { writing: next, safe: nextSafe }
    setWriting(next)
    setSafe(nextSafe)
  }
  const keepHere = () =>
    void keepDraft(key, { version: 0, changes: { writing: now.current.writing } })

  /** At the service; one after the other, so that none overtakes the one before. */
  const keep = (): Promise<unknown> => {
    clearTimeout(timer.current)
    const before = line.current
    line.current = keepAfter(before)
    return line.current
  }
  const keepAfter = async (earlier: Promise<unknown>) => {
    await earlier
    const { writing: before, safe: was } = now.current
    if (was !== "here" || isNothing(before.letter)) return
    set(before, "keeping")
    try {
      const kept = await keepLetter(sendable(before.letter), before.kept)
      const { writing: after, safe: is } = now.current
      set({ ...after, kept }, is === "keeping" ? "kept" : is)
      keepHere()
    } catch {
      // What is in the browser is not lost; the next change tries again.
      if (now.current.safe === "keeping") set(now.current.writing, "refused")
    }
  }
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  const atOnce = useRef(isLoose ? keepHere : null)
  useEffect(() => {
    atOnce.current?.()
  }, [])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      if (!isForgotten.current) void latest.current()
    },
    [],
  )

  return {
    ...writing,
    safe,
    change: (patch: Partial<Letter>, files?: readonly Attached[]) => {
      const { letter, files: had, kept } = now.current.writing
      set({ letter: { ...letter, ...patch }, files: files ?? had, kept }, "here")
      keepHere()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void latest.current(), PAUSE_MS)
    },
    keep,
    /** What is being written now, after all that is under way; the service keeps nothing more of it. */
    settle: async (): Promise<Writing> => {
      clearTimeout(timer.current)
      await line.current
      return now.current.writing
    },
    /** Sent or thrown away: nothing of it is kept here. */
    forget: async (): Promise<void> => {
      isForgotten.current = true
      clearTimeout(timer.current)
      await dropDraft(key)
    },
  }
}

/** Without addresses that are still being typed; the service takes none that are wrong. */
export function sendable(letter: Letter): Letter {
  const { to, cc, bcc } = letter
  const right = { to: to.filter(isRight), cc: cc.filter(isRight), bcc: bcc.filter(isRight) }
  return { ...letter, ...right, context: contextOf(letter) }
}

/** Whether each of several recipients gets a message of its own. */
export function goesToEach({ mode, to }: Pick<Letter, "mode" | "to">): boolean {
  return mode === "each" && to.length > 1
}

/** Where each gets a message of its own, it is about its recipient: one person chosen for a single message no longer counts. */
function contextOf(letter: Letter): Letter["context"] {
  const { context } = letter
  return goesToEach(letter) && isAboutReader(context?.type) ? null : context
}

/** What a message to each tells by itself. */
export function isAboutReader(type: string | undefined): boolean {
  return type === "contact" || type === "user"
}

export function isRight({ address }: Letter["to"][number]): boolean {
  return isAddress(address)
}

/** Nothing that anybody would miss. */
export function isNothing({
  to,
  cc,
  bcc,
  subject,
  html,
  templateId,
  attachments,
}: Letter): boolean {
  const lists = [to, cc, bcc, attachments]
  return (
    lists.every(({ length }) => length === 0) &&
    subject.trim() === "" &&
    isBlank(html) &&
    templateId === null
  )
}

function isWriting(value: unknown): value is Writing {
  return (
    typeof value === "object" &&
    value !== null &&
    "letter" in value &&
    "files" in value &&
    "kept" in value
  )
}
