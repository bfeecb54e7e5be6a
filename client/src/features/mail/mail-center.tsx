import { useEffect, useRef, useState } from "react"

import type { DraftKey } from "#client/services/drafts.ts"
import { attachedFiles } from "#client/services/mail/attached.ts"
import { useComposeWish, wishAnswered } from "#client/services/mail/compose.ts"
import { type Draft, keepLetter, useSignature } from "#client/services/mail/letters.ts"
import { usePage } from "#client/services/page.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tabs } from "#client/ui/tabs.tsx"
import { useText } from "#client/ui/text.tsx"

import { Compose } from "./compose.tsx"
import { DraftsList } from "./drafts-list.tsx"
import { MessagesList } from "./messages-list.tsx"
import { EMPTY, FRESH, type Writing, isNothing, sendable, unfinished } from "./use-letter.ts"
// One file of the build with these: see base.ts.
import "./templates-noun.tsx"

type Part = "new" | "drafts" | "sent"

/** What a letter begins with; another number begins anew. */
interface Beginning {
  number: number
  writing: Writing
  /** Found in the browser, not asked for. */
  isRestored: boolean
  /** Kept nowhere yet. */
  isLoose: boolean
}

/** All about mails: a new one, those not finished, those that were sent. */
export function MailCenter({ dialog, onClose }: { dialog: string; onClose: () => void }) {
  const t = useText()
  const { session } = usePage()
  // Who may not send reads what was sent.
  const canSend = session?.permissions.includes("mail:send") === true
  const [part, setPart] = useState<Part>(canSend ? "new" : "sent")
  // The message whose results are shown first.
  const [sent, setSent] = useState<string | null>(null)
  const [beginning, setBeginning] = useState<Beginning | null>(null)
  const signature = useSignature()
  const wish = useComposeWish()
  const isBegun = useRef(false)

  const companyId = session?.company._id ?? ""
  const userId = session?.user._id ?? ""
  const draftKey: DraftKey = { companyId, userId, noun: "mail", id: null }
  const begin = (writing: Writing, isLoose = false) => {
    setBeginning((old) => nextAfter(old, { writing, isLoose }))
    setPart("new")
  }
  const open = async (draft: Draft) => {
    const files = await attachedFiles(draft.attachments)
    const { _id: id, version } = draft
    begin({ letter: lettersOwn(draft), files, kept: { id, version } })
  }

  useEffect(() => {
    if (signature === null) return
    void answer()
    async function answer() {
      if (wish !== null && "part" in wish) {
        wishAnswered()
        setPart(wish.part)
        return
      }
      const key = { companyId, userId, noun: "mail", id: null }
      const left = isBegun.current ? null : await unfinished(key)
      isBegun.current = true
      if (wish === null) {
        const writing = left ?? freshWith(signature ?? "")
        setBeginning(
          (old) => old ?? { number: 1, writing, isRestored: left !== null, isLoose: false },
        )
        return
      }
      wishAnswered()
      // What was being written before makes way, and is a draft.
      if (left !== null && !isNothing(left.letter))
        await keepLetter(sendable(left.letter), left.kept)
      const { files = [], ...letter } = wish
      const start = freshWith(signature ?? "")
      const writing = { letter: { ...start.letter, ...letter }, files, kept: null }
      setBeginning((old) => nextAfter(old, { writing, isLoose: true }))
      setPart("new")
    }
  }, [wish, signature, companyId, userId])

  return (
    <Tabs
      current={part}
      label={t("Mail")}
      name="mail"
      onChange={(next) => {
        setSent(null)
        setPart(next)
      }}
      tabs={[
        ...(canSend
          ? [
              { id: "new" as const, label: t("Write") },
              { id: "drafts" as const, label: t("Drafts") },
            ]
          : []),
        { id: "sent", label: t("Sent") },
      ]}
    >
      {/* The letter stays while one looks at the others. */}
      <div hidden={part !== "new"}>
        {beginning === null ? (
          <Skeleton />
        ) : (
          <Compose
            dialog={dialog}
            draftKey={draftKey}
            isShown={part === "new"}
            isLoose={beginning.isLoose}
            isRestored={beginning.isRestored}
            key={beginning.number}
            onAgain={() => begin(freshWith(signature ?? ""))}
            onClose={onClose}
            onResults={(message) => {
              begin(freshWith(signature ?? ""))
              setSent(message)
              setPart("sent")
            }}
            start={beginning.writing}
          />
        )}
      </div>
      {part === "drafts" ? <DraftsList onOpen={(draft) => void open(draft)} /> : null}
      {part === "sent" ? (
        <MessagesList
          first={sent}
          key={sent}
          onAgain={(letter, files) =>
            begin({ letter: { ...EMPTY, ...letter }, files, kept: null }, true)
          }
        />
      ) : null}
    </Tabs>
  )
}

function nextAfter(
  old: Beginning | null,
  { writing, isLoose }: Pick<Beginning, "writing" | "isLoose">,
): Beginning {
  return { number: (old?.number ?? 0) + 1, writing, isLoose, isRestored: false }
}

/** An empty line to write on, above the signature. */
function freshWith(signature: string): Writing {
  const html = signature === "" ? "" : `<p><br></p>${signature}`
  return { ...FRESH, letter: { ...EMPTY, html } }
}

/** What of a draft is the letter. */
function lettersOwn(draft: Draft): Writing["letter"] {
  const { mode, to, cc, bcc, replyTo, subject, html, text, templateId } = draft
  const { language, context, values, attachments, scheduledAt, inWorkingHours } = draft
  return {
    mode,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    html,
    text,
    templateId,
    language,
    context,
    values,
    attachments,
    scheduledAt,
    inWorkingHours,
  }
}
