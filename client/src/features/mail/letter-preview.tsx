import type { ReactNode } from "react"

import { type Problem, reasonOf } from "#client/lib/problem.ts"
import type { LetterPreview as Preview } from "#client/services/mail/previews.ts"
import { MailFrame } from "#client/ui/mail-frame.tsx"
import { useText } from "#client/ui/text.tsx"

import { leftOutText } from "./left-out.ts"
import { RecipientStepper } from "./recipient-stepper.tsx"

interface LetterPreviewProps {
  preview: Preview | null
  problem: Problem | null
  /** Each recipient gets a message of its own. */
  isToEach: boolean
  /** The recipient whose message is shown. */
  at: number
  onStep: (at: number) => void
  /** What can be done with it. */
  children?: ReactNode
}

/** What the letter will say; where each gets a message of its own, recipient by recipient. */
export function LetterPreview(props: LetterPreviewProps) {
  const { preview, problem, isToEach, at, onStep, children } = props
  const t = useText()
  const recipients = preview?.recipients ?? []
  const place = Math.min(at, Math.max(0, recipients.length - 1))
  const shown = isToEach ? recipients[place] : undefined
  const mail = preview?.mail
  return (
    <section aria-label={t("Preview")} className="ml-merged">
      {isToEach ? <RecipientStepper at={place} onStep={onStep} recipients={recipients} /> : null}
      {problem === null ? null : <p className="ui-error">{reasonOf(problem)}</p>}
      {shown !== undefined && shown.leftOut !== null ? (
        <p className="ml-left-out">{leftOutText(t, shown, shown.leftOut)}</p>
      ) : (
        <>
          <div className="ml-merged-head">
            <p>
              {mail === undefined
                ? null
                : t.nodes("Subject: {subject}", { subject: <bdi>{mail.subject}</bdi> })}
            </p>
            {children}
          </div>
          {mail === undefined || mail.missing.length === 0 ? null : (
            <p className="ui-error">
              {t("These merge fields have no value: {fields}.", {
                fields: mail.missing.join(", "),
              })}
            </p>
          )}
          <MailFrame html={mail?.html ?? ""} title={t("E-mail preview")} />
        </>
      )}
    </section>
  )
}
