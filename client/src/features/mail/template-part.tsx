import { useRef } from "react"

import { labelIn } from "#client/lib/choices.ts"
import { reasonOf } from "#client/lib/problem.ts"
import type { Letter } from "#client/services/mail/letters.ts"
import { hasRecords } from "#client/services/mail/sources.ts"
import {
  type Preview,
  type Template,
  usePreview,
  usePublished,
} from "#client/services/mail/templates.ts"
import { Button } from "#client/ui/button.tsx"
import { MailFrame } from "#client/ui/mail-frame.tsx"
import { SelectField } from "#client/ui/select-field.tsx"
import { useText } from "#client/ui/text.tsx"

import { RecordPicker } from "./record-picker.tsx"
import { CONTEXTS } from "./template-words.ts"

interface TemplatePartProps {
  letter: Letter
  /** The name of the record that it is about, where that is known. */
  about: string
  onAbout: (name: string) => void
  error?: string | undefined
  onChange: (patch: Partial<Letter>) => void
  /** The merged mail is to be the letter's own text. */
  onEdit: (preview: Preview) => void
}

/** Writing by a template: which one, about which record, and what the mail will say. */
export function TemplatePart({
  letter,
  about,
  onAbout,
  error,
  onChange,
  onEdit,
}: TemplatePartProps) {
  const t = useText()
  // What was written before a template was chosen comes back with "None".
  const own = useRef("")
  const templates = usePublished()
  const { templateId, context } = letter
  const template = templates?.find(({ _id }) => _id === templateId) ?? null
  const isMerged = template !== null && letter.html === ""
  const { preview, problem } = usePreview(
    isMerged ? { id: template._id, version: template.version } : null,
    {
      language: letter.language,
      record: context === null ? null : { type: context.type, id: context.id },
    },
  )
  const choose = (id: string) => {
    const chosen = templates?.find(({ _id }) => _id === id) ?? null
    if (letter.html !== "" && letter.templateId === null) own.current = letter.html
    const isSame = chosen !== null && chosen.contextEntity === context?.type
    onChange({
      templateId: chosen?._id ?? null,
      html: chosen !== null ? "" : letter.html === "" ? own.current : letter.html,
      context: isSame ? context : null,
      language: "",
    })
  }
  return (
    <>
      <div className="ml-pair">
        <SelectField
          error={error}
          label={t("Template")}
          name="mail-template"
          onChange={(event) => choose(event.target.value)}
          optional
          value={template === null ? "" : template._id}
        >
          <option value="">{t("None")}</option>
          {(templates ?? []).filter(isForPeople).map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        {template === null || Object.keys(template.languages).length < 2 ? null : (
          <SelectField
            label={t("Language")}
            name="mail-language"
            onChange={(event) => onChange({ language: event.target.value })}
            optional
            value={letter.language}
          >
            <option value="">{t("My language")}</option>
            {Object.keys(template.languages).map((language) => (
              <option key={language} value={language}>
                {language}
              </option>
            ))}
          </SelectField>
        )}
        {template === null || !hasRecords(template.contextEntity) ? null : (
          <RecordPicker
            entity={template.contextEntity}
            label={t("About")}
            name="mail-about"
            onTake={(choice) => {
              onAbout(choice?.name ?? "")
              onChange({
                context: choice === null ? null : { type: template.contextEntity, id: choice.id },
              })
            }}
            shown={
              context === null ? "" : about === "" ? t(labelIn(CONTEXTS, context.type)) : about
            }
          />
        )}
      </div>
      {isMerged ? (
        <div className="ml-merged">
          <div className="ml-merged-head">
            <p>
              {preview === null
                ? null
                : t.nodes("Subject: {subject}", { subject: <bdi>{preview.subject}</bdi> })}
            </p>
            <Button
              aria-disabled={preview === null}
              onClick={() => {
                if (preview !== null) onEdit(preview)
              }}
            >
              {t("Change this text")}
            </Button>
          </div>
          {problem === null ? null : <p className="ui-error">{reasonOf(problem)}</p>}
          {preview === null || preview.missing.length === 0 ? null : (
            <p className="ui-error">
              {t("These merge fields have no value: {fields}.", {
                fields: preview.missing.join(", "),
              })}
            </p>
          )}
          <MailFrame html={preview?.html ?? ""} title={t("What the mail will say")} />
        </div>
      ) : null}
    </>
  )
}

/** The program's own mails need what only the program has: a link, a code. */
function isForPeople({ type, channel }: Template): boolean {
  return (
    channel === "email" &&
    !["invite", "verification", "twoFactor", "passwordReset", "notification"].includes(type)
  )
}
