import { useRef } from "react"

import { labelIn } from "#client/lib/choices.ts"
import type { Letter } from "#client/services/mail/letters.ts"
import { hasRecords } from "#client/services/mail/sources.ts"
import { type Template, usePublished } from "#client/services/mail/templates.ts"
import { SelectField } from "#client/ui/select-field.tsx"
import { useText } from "#client/ui/text.tsx"

import { RecordPicker } from "./record-picker.tsx"
import { CONTEXTS } from "./template-words.ts"
import { goesToEach, isAboutReader } from "./use-letter.ts"

interface TemplatePartProps {
  letter: Letter
  /** The name of the record that it is about, where that is known. */
  about: string
  onAbout: (name: string) => void
  error?: string | undefined
  onChange: (patch: Partial<Letter>) => void
}

/** Writing by a template: which one, in which language, about which record. */
export function TemplatePart({ letter, about, onAbout, error, onChange }: TemplatePartProps) {
  const t = useText()
  // What was written before a template was chosen comes back with "None".
  const own = useRef("")
  const templates = usePublished()
  const { templateId, context } = letter
  const template = templates?.find(({ _id }) => _id === templateId) ?? null
  const isToEach = goesToEach(letter)
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
          <option value="">
            {letter.mode === "together" && letter.to.length > 1
              ? t("My language")
              : t("The recipient's language")}
          </option>
          {Object.keys(template.languages).map((language) => (
            <option key={language} value={language}>
              {language}
            </option>
          ))}
        </SelectField>
      )}
      {template === null ||
      !hasRecords(template.contextEntity) ||
      (isToEach && isAboutReader(template.contextEntity)) ? null : (
        <RecordPicker
          entity={template.contextEntity}
          label={t("Related to")}
          name="mail-about"
          onTake={(choice) => {
            onAbout(choice?.name ?? "")
            onChange({
              context: choice === null ? null : { type: template.contextEntity, id: choice.id },
            })
          }}
          shown={context === null ? "" : about === "" ? t(labelIn(CONTEXTS, context.type)) : about}
        />
      )}
    </div>
  )
}

/** The program's own mails need what only the program has: a link, a code. */
function isForPeople({ type, channel }: Template): boolean {
  return (
    channel === "email" &&
    !["invite", "verification", "twoFactor", "passwordReset", "notification", "report"].includes(
      type,
    )
  )
}
