import { useState } from "react"

import { LANGUAGE_NAMES, languageName } from "#client/lib/language-names.ts"
import { msg } from "#client/lib/words.ts"
import type { CustomControlProps, Values } from "#client/records/fields.ts"
import type { TemplateText } from "#client/services/mail/templates.ts"
import { Button } from "#client/ui/button.tsx"
import { Tabs } from "#client/ui/tabs.tsx"
import { useText } from "#client/ui/text.tsx"

import { TemplateEditor } from "./template-editor.tsx"
import { TemplateLint } from "./template-lint.tsx"
import { TemplatePreview } from "./template-preview.tsx"

type Texts = Readonly<Record<string, TemplateText>>

const EMPTY_TEXT: TemplateText = { subject: "", html: "", text: "" }

/** What a template says, language by language, with what is wrong with it and what it makes of a record. */
export function TemplateTexts({
  id,
  value,
  values,
  onChange,
  readOnly,
  error,
}: CustomControlProps) {
  const t = useText()
  const texts = isTexts(value) ? value : {}
  const languages = Object.keys(texts)
  const fallback = text(values["defaultLang"])
  const [chosen, setChosen] = useState<string | null>(null)
  const language = languages.find((each) => each === (chosen ?? fallback)) ?? languages[0] ?? ""
  const shown = texts[language]
  const others = Object.keys(LANGUAGE_NAMES).filter((each) => texts[each] === undefined)
  return (
    <div className="ml-texts" id={id}>
      <div className="ml-texts-head">
        <select
          aria-label={t("Add language")}
          className="ui-input ui-select ml-add"
          disabled={readOnly}
          onChange={(event) => {
            const added = event.target.value
            if (added === "") return
            onChange({ ...texts, [added]: shown ?? EMPTY_TEXT })
            setChosen(added)
          }}
          value=""
        >
          <option value="">{t("Add language")}</option>
          {others.map((each) => (
            <option key={each} value={each}>
              {languageName(each)}
            </option>
          ))}
        </select>
        {languages.length < 2 || readOnly ? null : (
          <Button
            look="quiet"
            onClick={() => {
              onChange(
                Object.fromEntries(Object.entries(texts).filter(([each]) => each !== language)),
              )
              setChosen(null)
            }}
          >
            {t("Remove {language}", { language: languageName(language) })}
          </Button>
        )}
      </div>
      <Tabs
        current={language}
        label={t("Languages")}
        name={`${id}-language`}
        onChange={setChosen}
        tabs={languages.map((each) => ({ id: each, label: languageName(each) }))}
      >
        {shown === undefined ? null : (
          <TemplateEditor
            contextEntity={text(values["contextEntity"])}
            id={`${id}-${language}`}
            key={language}
            language={language}
            onChange={(next) => onChange({ ...texts, [language]: next })}
            readOnly={readOnly}
            text={shown}
            type={text(values["type"])}
          />
        )}
      </Tabs>
      {error === undefined ? null : <p className="ui-error">{t(error)}</p>}
      {typeof values["_id"] === "string" ? (
        <>
          <TemplateLint language={language} lint={values["lint"]} />
          <TemplatePreview language={language} template={stored(values)} />
        </>
      ) : (
        <p className="ui-hint">{t(CREATE_FIRST)}</p>
      )}
    </div>
  )
}

const CREATE_FIRST = msg("Create the template to preview it with a real record.")

function stored(values: Values) {
  return {
    id: text(values["_id"]),
    version: Number(values["version"]),
    contextEntity: text(values["contextEntity"]),
  }
}

function isTexts(value: unknown): value is Texts {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  return typeof value === "string" ? value : ""
}
