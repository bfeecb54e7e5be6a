import { useRef, useState } from "react"

import { dateStyle } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { useRights } from "#client/records/rights.ts"
import { type DraftKey } from "#client/services/drafts.ts"
import { dropKept, restoreKept } from "#client/services/mail/letters.ts"
import { usePage } from "#client/services/page.tsx"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { toast } from "#client/services/toasts.ts"
import { ErrorSummary } from "#client/ui/error-summary.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { RichText } from "#client/ui/rich-text.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

import { AttachmentsField } from "./attachments-field.tsx"
import { ComposeFoot } from "./compose-foot.tsx"
import { RecipientsParts } from "./recipients-parts.tsx"
import { TemplatePart } from "./template-part.tsx"
import { useFirstEmpty } from "./use-first-empty.ts"
import { type Writing, useLetter } from "./use-letter.ts"
import { useSending } from "./use-sending.ts"

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
  const sending = useSending(style, () => {
    void writing.forget().then(onAgain)
    onClose()
  })
  const { faults } = sending

  const setText = (patch: Partial<typeof letter>) => {
    change(patch)
    const { html } = patch
    if (html !== undefined) setBeginning(({ number }) => ({ number: number + 1, html }))
  }
  const send = (isAsked: boolean) =>
    void sending.send({ letter, files, kept: writing.kept }, writing.settle, isAsked)
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
      toast.undo(msg("The draft is in the bin."), () => restoreKept(kept))
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
      aria-label={t("New mail")}
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
          title={t("The mail was not sent")}
        />
      )}
      {isRestored && writing.safe === "untouched" ? (
        <output className="ml-restored">
          <Icon height="16" name="info" width="16" />
          {t("This is what you had written before.")}
        </output>
      ) : null}
      <RecipientsParts
        faults={faults}
        letter={letter}
        onChange={(part, list) => {
          sending.mend(part)
          change({ [part]: list })
        }}
        onContact={({ id, name }) => {
          if (letter.context !== null) return
          setAbout(name)
          change({ context: { type: "contact", id } })
        }}
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
        onEdit={(preview) =>
          setText({
            html: preview.html,
            subject: letter.subject === "" ? preview.subject : letter.subject,
          })
        }
      />
      <TextField
        autoComplete="off"
        error={faults.subject}
        hint={
          letter.templateId !== null && letter.subject === ""
            ? t("Without one, that of the template is taken.")
            : undefined
        }
        label={t("Subject")}
        maxLength={200}
        name="mail-subject"
        onChange={(event) => {
          if (sending.state === "asking") sending.back()
          change({ subject: event.target.value })
        }}
        optional
        value={letter.subject}
      />
      {letter.templateId !== null && letter.html === "" ? null : (
        <div className="ui-field">
          <span className="ui-label" id="mail-text-label">
            {t("Text")}
          </span>
          <RichText
            describedBy={faults.html === undefined ? undefined : "mail-text-error"}
            html={beginning.html}
            id="field-mail-html"
            invalid={faults.html !== undefined}
            key={beginning.number}
            labelledBy="mail-text-label"
            onChange={(html) => {
              sending.mend("html")
              change({ html })
            }}
          />
          {faults.html === undefined ? null : (
            <p className="ui-error" id="mail-text-error">
              {t(faults.html)}
            </p>
          )}
        </div>
      )}
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
        letter={letter}
        onChange={change}
        onDiscard={() => void discard()}
        onSend={send}
        safe={writing.safe}
        sending={sending}
        style={style}
        whyNot={whyNot("send")}
      />
    </form>
  )
}
