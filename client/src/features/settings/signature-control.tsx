import { useState } from "react"

import type { CustomControlProps } from "#client/records/fields.ts"
import { RichText } from "#client/ui/rich-text.tsx"
import { useText } from "#client/ui/text.tsx"

/** What stands under my mails, by the editor of mails. */
export function SignatureControl({ id, value, onChange, readOnly, error }: CustomControlProps) {
  const t = useText()
  const html = typeof value === "string" ? value : ""
  // A value that did not come from the editor, such as one that was taken back, begins it anew.
  const [written, setWritten] = useState(html)
  const [round, setRound] = useState(0)
  if (written !== html) {
    setWritten(html)
    setRound(round + 1)
  }
  return (
    <div className="st-signature">
      <span hidden id={`${id}-label`}>
        {t("Signature")}
      </span>
      <RichText
        describedBy={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
        html={html}
        id={id}
        invalid={error !== undefined}
        key={round}
        labelledBy={`${id}-label`}
        onChange={(next) => {
          setWritten(next)
          onChange(next)
        }}
        readOnly={readOnly}
      />
    </div>
  )
}
