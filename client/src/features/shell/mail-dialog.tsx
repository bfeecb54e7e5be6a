import { useState } from "react"

import { buttonClass } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { Field } from "#client/ui/field.tsx"
import { TextField } from "#client/ui/text-field.tsx"

import { mailtoAddress } from "./mailto.ts"
import { Toasts } from "./toasts.tsx"

export const MAIL_DIALOG = "mail-dialog"

/** Longer texts do not survive the hand-over to every mail program. */
const TEXT_MAX = 1500

/** Composes a message and hands it to the mail program; what was typed stays when the dialog is closed. */
export function MailDialog() {
  const [to, setTo] = useState("")
  const [subject, setSubject] = useState("")
  const [text, setText] = useState("")
  return (
    <Dialog after={<Toasts />} id={MAIL_DIALOG} title="New message">
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        hint="Several addresses are separated by commas."
        label="To"
        name="mail-to"
        onChange={(event) => setTo(event.target.value)}
        spellCheck={false}
        value={to}
      />
      <TextField
        autoComplete="off"
        label="Subject"
        maxLength={200}
        name="mail-subject"
        onChange={(event) => setSubject(event.target.value)}
        optional
        value={subject}
      />
      <Field label="Message" name="mail-text" optional>
        {(control) => (
          <textarea
            {...control}
            className="ui-input"
            maxLength={TEXT_MAX}
            onChange={(event) => setText(event.target.value)}
            rows={7}
            value={text}
          />
        )}
      </Field>
      <p className="ui-hint">
        Waybill does not send mail itself yet. The message opens in the mail program of this
        computer, where you can check it and send it. What you typed stays here until you reload.
      </p>
      <div className="ui-dialog-foot">
        <form method="dialog">
          <button className={buttonClass("secondary")} type="submit">
            Close
          </button>
        </form>
        <a className={buttonClass("primary")} href={mailtoAddress({ to, subject, text })}>
          Open in mail program
        </a>
      </div>
    </Dialog>
  )
}
