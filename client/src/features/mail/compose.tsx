import { useRef, useState } from "react"

import { dateStyle } from "#client/lib/format/date.ts"
import { languageOf, msg } from "#client/lib/words.ts"
import { useRights } from "#client/records/rights.ts"
import { type DraftKey } from "#client/services/drafts.ts"
import { type Letter, dropKept, restoreKept } from "#client/services/mail/letters.ts"
import {
  type LetterPreview,
  type Worded,
  useLetterPreview,
} from "#client/services/mail/previews.ts"
import { useTemplateText } from "#client/services/mail/templates.ts"
import { usePage } from "#client/services/page.tsx"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { toast } from "#client/services/toasts.ts"
import { ErrorSummary } from "#client/ui/error-summary.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { AttachmentsField } from "./attachments-field.tsx"
import { ComposeFoot } from "./compose-foot.tsx"
import { LetterBody } from "./letter-body.tsx"
import { RecipientsParts } from "./recipients-parts.tsx"
import { TemplatePart } from "./template-part.tsx"
import { Unproved } from "./unproved.tsx"
import { useFirstEmpty } from "./use-first-empty.ts"
import { type Writing, goesToEach, sendable, useLetter } from "./use-letter.ts"
import { useSending } from "./use-sending.ts"

const NO_MOMENT = msg("Enter a date, for example 3 Nov 2026.")

interface ComposeProps {
  draftKey: DraftKey
  /** Id of the dialog around it. */
  dialog: string
  isShown: boolean
  start: Writing
  /** It was found in the browser, not asked for. */
  isRestored: boolean
  /** It is kept nowhere yet. */
  isLoose: boolean
  onClose: () => void
  /** Another letter. */
  onAgain: () => void
  /** It left as a message to each, whose results can be seen. */
  onResults: (message: string) => void
}

/** One letter, from the first word until it is sent or thrown away. */
export function Compose({
  draftKey,
  dialog,
  isShown,
  start,
  isRestored,
  isLoose,
  onClose,
  onAgain,
  onResults,
}: ComposeProps) {
  const t = useText()
  const { session, env } = usePage()
  const whyNot = useRights("mail")
  const whyNoFile = useRights("file")("create")
  const writing = useLetter(draftKey, start, isLoose)
  const { letter, files, change } = writing
  const form = useRef<HTMLFormElement>(null)
  useFirstEmpty(form, letter)
  // The editor begins anew when its text comes from elsewhere.
  const [beginning, setBeginning] = useState({ number: 0, html: letter.html })
  const latestFiles = useRef(files)
  const [about, setAbout] = useState("")
  const style = dateStyle(env.timeZone, session?.user)
  const sending = useSending(style, (message) => {
    if (message !== null && message.results.length > 0) {
      void writing.forget().then(() => onResults(message._id))
      return
    }
    void writing.forget().then(onAgain)
    onClose()
  })
  const isToEach = goesToEach(letter)
  const isByTemplate = letter.templateId !== null && letter.html === ""
  const [at, setAt] = useState(0)
  const { preview, problem } = useLetterPreview(
    isByTemplate || isToEach ? wordsOf(letter) : null,
    isToEach ? Math.min(at, letter.to.length - 1) : 0,
  )
  const template = useTemplateText(letter, languageOf(env.locale))
  const { faults } = sending

  const setText = (patch: Partial<typeof letter>) => {
    change(patch)
    const { html } = patch
    if (html !== undefined) setBeginning(({ number }) => ({ number: number + 1, html }))
  }
  const setMode = (mode: Letter["mode"]) => {
    for (const part of ["cc", "bcc", "inWorkingHours"] as const) sending.mend(part)
    change({ mode })
  }
  const [later, setLater] = useState<string | null>(null)
  // Without a moment it would leave at once.
  const noMoment = later !== null && letter.scheduledAt === null ? NO_MOMENT : null
  const send = (isAsked: boolean) => {
    if (noMoment !== null) return
    void sending.send({ letter, files, kept: writing.kept }, writing.settle, isAsked)
  }
  const canSend = isShown && whyNot("send") === null
  useShortcut("Mod+Enter", msg("Send"), canSend ? () => send(sending.state === "asking") : null, {
    dialog,
  })
  const discard = async () => {
    await writing.forget()
    const { kept } = await writing.settle()
    onAgain()
    onClose()
    if (kept === null) return
    try {
      await dropKept(kept)
      toast.undo(msg("Draft moved to the bin."), () => restoreKept(kept))
    } catch (error) {
      toast.failure(error)
    }
  }
  const all = Object.entries(faults).map(([part, text]) => ({
    name: `mail-${part}`,
    text: t(text),
  }))
  const message = sending.message === null ? [] : [{ text: t(sending.message) }]
  return (
    <form
      aria-label={t("New e-mail")}
      className="ml-compose"
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
      ref={form}
    >
      {all.length + message.length === 0 ? null : (
        <ErrorSummary
          attempt={sending.attempt}
          faults={[...all, ...message]}
          title={t("The e-mail was not sent")}
        />
      )}
      {isRestored && writing.safe === "untouched" ? (
        <output className="ml-restored">
          <Icon height="16" name="info" width="16" />
          {t("This is your earlier draft.")}
        </output>
      ) : null}
      <Unproved />
      <RecipientsParts
        faults={faults}
        letter={letter}
        leftOut={leftOutOf(preview)}
        onChange={(part, list) => {
          sending.mend(part)
          change({ [part]: list })
        }}
        onMode={setMode}
        self={{ name: session?.user.name ?? "", address: session?.user.emailId ?? "" }}
      />
      <TemplatePart
        about={about}
        onAbout={setAbout}
        error={faults.templateId}
        letter={letter}
        onChange={(patch) => {
          sending.mend("templateId")
          setText(patch)
        }}
      />
      <LetterBody
        at={at}
        beginning={beginning}
        faults={faults}
        isToEach={isToEach}
        letter={letter}
        onChange={(part, text) => {
          sending.mend(part)
          if (part === "subject" && sending.state === "asking") sending.back()
          change({ [part]: text })
        }}
        onEdit={() => {
          const { html, subject } = isToEach ? template : (preview?.mail ?? template)
          if (html !== "")
            setText({ html, subject: letter.subject === "" ? subject : letter.subject })
        }}
        onStep={setAt}
        preview={preview}
        problem={problem}
      />
      <AttachmentsField
        error={faults.attachments === undefined ? undefined : t(faults.attachments)}
        files={files}
        onChange={(next) => {
          latestFiles.current = next(latestFiles.current)
          change({ attachments: latestFiles.current.map(({ id }) => id) }, latestFiles.current)
        }}
        whyNot={whyNoFile}
      />
      <ComposeFoot
        later={later}
        letter={letter}
        messages={isToEach ? messagesOf(letter, preview) : null}
        onChange={(patch) => {
          sending.mend("inWorkingHours")
          change(patch)
        }}
        noMoment={noMoment}
        onDiscard={() => void discard()}
        onLater={setLater}
        onMode={setMode}
        onSend={send}
        safe={writing.safe}
        sending={sending}
        style={style}
        whyNot={whyNot("send")}
      />
    </form>
  )
}

/** What of a letter decides what it says, to whom. */
function wordsOf(letter: Letter): Worded {
  const { mode, to, subject, html, text, templateId, language, context, values } = sendable(letter)
  return { mode, to, subject, html, text, templateId, language, context, values }
}

/** Recipients that get no message. */
function leftOutOf(preview: LetterPreview | null): LetterPreview["recipients"] {
  return preview?.recipients.filter(({ leftOut }) => leftOut !== null) ?? []
}

/** As the service counts them, once it has seen all recipients. */
function messagesOf(letter: Letter, preview: LetterPreview | null): number {
  const { length } = sendable(letter).to
  return preview === null || preview.recipients.length !== length ? length : preview.messages
}
