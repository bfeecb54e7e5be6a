import { useId, useState } from "react"
import type { FormEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { Button } from "#client/ui/button.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { useText } from "#client/ui/text.tsx"
import { useUnsavedTyping } from "#client/ui/use-unsaved-typing.ts"

interface Said {
  body: string
  internal: boolean
}

interface CommentFormProps {
  label: string
  sendLabel: string
  initial?: Said
  /** Whether it can be kept from those who may not assign issues. */
  canBeInternal: boolean
  whyNot: string | null
  /** Tells whether it was stored; what was typed stays when it was not. */
  onSend: (said: Said) => Promise<boolean>
  onCancel?: () => void
}

/** One text, and whether everybody may read it. */
export function CommentForm(props: CommentFormProps) {
  const { label, sendLabel, initial, canBeInternal, whyNot, onSend, onCancel } = props
  const t = useText()
  const id = useId()
  const [said, setSaid] = useState<Said>(initial ?? { body: "", internal: false })
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useUnsavedTyping(said.body !== (initial?.body ?? ""))
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || whyNot !== null) return
    if (said.body.trim() === "") {
      setError(msg("Enter a comment."))
      return
    }
    setError(null)
    setPending(true)
    if (await onSend({ ...said, body: said.body.trim() })) setSaid({ body: "", internal: false })
    setPending(false)
  }
  return (
    <form
      {...SCRIPTED}
      className="is-form u-scripted"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        aria-describedby={error === null ? undefined : `${id}-error`}
        aria-invalid={error !== null || undefined}
        className="ui-input"
        id={id}
        maxLength={10_000}
        onChange={({ target }) => setSaid({ ...said, body: target.value })}
        readOnly={whyNot !== null}
        rows={4}
        value={said.body}
      />
      {error === null ? null : (
        <p className="ui-error" id={`${id}-error`}>
          {t(error)}
        </p>
      )}
      <div className="is-send">
        {canBeInternal ? (
          <label className="is-internal">
            <input
              checked={said.internal}
              disabled={whyNot !== null}
              onChange={() => setSaid({ ...said, internal: !said.internal })}
              type="checkbox"
            />
            {t("Internal: visible only to people who can assign issues")}
          </label>
        ) : null}
        {onCancel === undefined ? null : (
          <Button look="quiet" onClick={onCancel}>
            {t("Cancel")}
          </Button>
        )}
        <ActionButton pending={pending ? t("Sending…") : null} submits whyNot={whyNot}>
          {sendLabel}
        </ActionButton>
      </div>
    </form>
  )
}
