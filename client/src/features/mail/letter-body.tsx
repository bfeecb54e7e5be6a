import { useRef, useState } from "react"

import type { Problem } from "#client/lib/problem.ts"
import type { Letter } from "#client/services/mail/letters.ts"
import type { LetterPreview as Preview } from "#client/services/mail/previews.ts"
import { Button } from "#client/ui/button.tsx"
import { RichText, type RichTextHandle } from "#client/ui/rich-text.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

import { FieldInserter } from "./field-inserter.tsx"
import type { Faults } from "./letter-checks.ts"
import { LetterPreview } from "./letter-preview.tsx"

interface LetterBodyProps {
  letter: Letter
  faults: Faults
  /** What the editor begins with; another number begins anew. */
  beginning: { number: number; html: string }
  isToEach: boolean
  preview: Preview | null
  problem: Problem | null
  /** The recipient whose message is shown. */
  at: number
  onStep: (at: number) => void
  onChange: (part: "subject" | "html", text: string) => void
  /** What the template says is to be the letter's own text. */
  onEdit: () => void
}

/** What a letter says: written by hand or by its template, and as its recipients will read it. */
export function LetterBody(props: LetterBodyProps) {
  const { letter, faults, beginning, isToEach, preview, problem, at } = props
  const { onStep, onChange, onEdit } = props
  const t = useText()
  const rich = useRef<RichTextHandle>(null)
  const last = useRef<"subject" | "html">("html")
  const [isOpen, setOpen] = useState(false)
  const isByTemplate = letter.templateId !== null && letter.html === ""

  const insert = (field: string) => {
    if (last.current === "html") {
      rich.current?.insert(field)
      return
    }
    const box = document.getElementById("field-mail-subject")
    if (!(box instanceof HTMLInputElement)) return
    const { value, selectionStart, selectionEnd } = box
    const start = selectionStart ?? value.length
    onChange("subject", value.slice(0, start) + field + value.slice(selectionEnd ?? start))
    box.focus()
  }
  const shown = { at, isToEach, onStep, preview, problem }
  return (
    <>
      <TextField
        autoComplete="off"
        error={faults.subject}
        hint={
          letter.templateId !== null && letter.subject === ""
            ? t("If left blank, the template's subject is used.")
            : undefined
        }
        label={t("Subject")}
        maxLength={200}
        name="mail-subject"
        onChange={(event) => onChange("subject", event.target.value)}
        onFocus={() => {
          last.current = "subject"
        }}
        optional
        value={letter.subject}
      />
      {isByTemplate ? null : (
        <div className="ui-field">
          <div className="ml-editor-head">
            <span className="ui-label" id="mail-text-label">
              {t("Text")}
            </span>
            {isToEach ? <FieldInserter onInsert={insert} /> : null}
          </div>
          <div
            onFocus={() => {
              last.current = "html"
            }}
          >
            <RichText
              describedBy={faults.html === undefined ? undefined : "mail-text-error"}
              handle={rich}
              html={beginning.html}
              id="field-mail-html"
              invalid={faults.html !== undefined}
              key={beginning.number}
              labelledBy="mail-text-label"
              onChange={(html) => onChange("html", html)}
            />
          </div>
          {faults.html === undefined ? null : (
            <p className="ui-error" id="mail-text-error">
              {t(faults.html)}
            </p>
          )}
        </div>
      )}
      {isByTemplate ? (
        <LetterPreview {...shown}>
          <Button aria-disabled={preview === null} onClick={onEdit}>
            {t("Change text")}
          </Button>
        </LetterPreview>
      ) : isToEach ? (
        <details
          className="ml-preview-each"
          onToggle={(event) => setOpen(event.currentTarget.open)}
          open={isOpen}
        >
          <summary>{t("Preview messages")}</summary>
          {isOpen ? <LetterPreview {...shown} /> : null}
        </details>
      ) : null}
    </>
  )
}
