import { useRef, useState } from "react"

import type { TemplateText } from "#client/services/mail/templates.ts"
import { Button } from "#client/ui/button.tsx"
import { RichText, type RichTextHandle } from "#client/ui/rich-text.tsx"
import { useText } from "#client/ui/text.tsx"

import { directionOf } from "./direction.ts"
import { mergeFieldsFor } from "./template-words.ts"

interface TemplateEditorProps {
  id: string
  language: string
  text: TemplateText
  onChange: (text: TemplateText) => void
  readOnly: boolean
  contextEntity: string
  type: string
}

/** One language of a template: subject, HTML as a text or as its source, and the plain text. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { id, language, text, onChange, readOnly, contextEntity, type } = props
  const t = useText()
  const [isSource, setSource] = useState(false)
  const subject = useRef<HTMLInputElement>(null)
  const source = useRef<HTMLTextAreaElement>(null)
  const rich = useRef<RichTextHandle>(null)
  const last = useRef<"subject" | "html">("html")
  const dir = directionOf(language)

  const insert = (path: string) => {
    const field = `{{${path}}}`
    if (last.current === "html" && !isSource) {
      rich.current?.insert(field)
      return
    }
    const name = last.current
    const box = name === "subject" ? subject.current : source.current
    if (box === null) return
    const at = box.selectionStart ?? box.value.length
    const next = box.value.slice(0, at) + field + box.value.slice(box.selectionEnd ?? at)
    onChange({ ...text, [name]: next })
    box.focus()
  }
  return (
    <div className="ml-editor">
      <div className="ml-pair">
        <div className="ui-field">
          <label className="ui-label" htmlFor={`${id}-subject`}>
            {t("Subject")}
          </label>
          <input
            className="ui-input"
            dir={dir}
            id={`${id}-subject`}
            lang={language}
            maxLength={200}
            onChange={(event) => onChange({ ...text, subject: event.target.value })}
            onFocus={() => {
              last.current = "subject"
            }}
            readOnly={readOnly}
            ref={subject}
            type="text"
            value={text.subject}
          />
        </div>
        <div className="ui-field">
          <label className="ui-label" htmlFor={`${id}-field`}>
            {t("Insert merge field")}
          </label>
          <select
            aria-describedby={`${id}-field-hint`}
            className="ui-input ui-select"
            disabled={readOnly}
            id={`${id}-field`}
            onChange={(event) => {
              if (event.target.value !== "") insert(event.target.value)
            }}
            value=""
          >
            <option value="">{t("Choose a field")}</option>
            {mergeFieldsFor(contextEntity, type).map((path) => (
              <option key={path} value={path}>
                {path}
              </option>
            ))}
          </select>
          <p className="ui-hint" id={`${id}-field-hint`}>
            {t.nodes("Add a fallback after a bar, for when there is no value: {example}", {
              example: <bdi className="ui-code">{"{{contact.firstName|Sir or Madam}}"}</bdi>,
            })}
          </p>
        </div>
      </div>
      <div className="ui-field" lang={language}>
        <div className="ml-editor-head">
          <span className="ui-label" id={`${id}-html-label`}>
            {isSource ? t("HTML version") : t("Mail")}
          </span>
          <Button aria-pressed={isSource} look="quiet" onClick={() => setSource(!isSource)}>
            {t("HTML source")}
          </Button>
        </div>
        <div
          dir={dir}
          onFocus={() => {
            last.current = "html"
          }}
        >
          {isSource ? (
            <textarea
              aria-labelledby={`${id}-html-label`}
              className="ui-input ui-code ml-source"
              dir="ltr"
              onChange={(event) => onChange({ ...text, html: event.target.value })}
              readOnly={readOnly}
              ref={source}
              rows={14}
              spellCheck={false}
              value={text.html}
            />
          ) : (
            <RichText
              handle={rich}
              html={text.html}
              id={`${id}-html`}
              labelledBy={`${id}-html-label`}
              onChange={(html) => onChange({ ...text, html })}
              readOnly={readOnly}
            />
          )}
        </div>
      </div>
      <details className="ml-plain" open={text.text !== ""}>
        <summary>{t("Plain text")}</summary>
        <div className="ui-field">
          <textarea
            aria-describedby={`${id}-text-hint`}
            aria-label={t("Plain text")}
            className="ui-input"
            dir={dir}
            lang={language}
            onChange={(event) => onChange({ ...text, text: event.target.value })}
            readOnly={readOnly}
            rows={6}
            value={text.text}
          />
          <p className="ui-hint" id={`${id}-text-hint`}>
            {t("For readers without HTML. Leave blank to generate from the HTML version.")}
          </p>
        </div>
      </details>
    </div>
  )
}
