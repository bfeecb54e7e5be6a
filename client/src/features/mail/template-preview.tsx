import { useState } from "react"

import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { type Choice, hasRecords } from "#client/services/mail/sources.ts"
import { type ContextEntity, sendTest, usePreview } from "#client/services/mail/templates.ts"
import { toast } from "#client/services/toasts.ts"
import { MailFrame } from "#client/ui/mail-frame.tsx"
import { Tabs } from "#client/ui/tabs.tsx"
import { useText } from "#client/ui/text.tsx"

import { RecordPicker } from "./record-picker.tsx"
import { CONTEXTS } from "./template-words.ts"

type Face = "wide" | "narrow" | "dark" | "text"

interface TemplatePreviewProps {
  template: { id: string; version: number; contextEntity: string }
  language: string
}

/** The mail that the template, as it is saved, makes of a real record: wide, narrow, dark, and as plain text. */
export function TemplatePreview({ template, language }: TemplatePreviewProps) {
  const t = useText()
  const whyNot = useRights("mail")
  const [face, setFace] = useState<Face>("wide")
  const [about, setAbout] = useState<Choice | null>(null)
  const [pending, setPending] = useState(false)
  const entity = CONTEXTS.find(({ value }) => value === template.contextEntity)?.value ?? "none"
  const wish = { language, record: recordOf(entity, about) }
  const { id, version } = template
  const { preview, problem } = usePreview({ id, version }, wish)
  const test = async () => {
    setPending(true)
    try {
      const { to } = await sendTest(id, wish)
      toast.success({
        text: msg("Test sent to {address}."),
        values: { address: to[0]?.address ?? "" },
      })
    } catch (error) {
      toast.failure(error)
    }
    setPending(false)
  }
  return (
    <section aria-label={t("Preview")} className="ml-preview u-scripted">
      <div className="ml-preview-head">
        <h3>{t("Preview")}</h3>
        <p className="ui-hint">{t("Uses the saved version.")}</p>
        <ActionButton
          onClick={() => void test()}
          pending={pending ? t("Sending…") : null}
          whyNot={whyNot("send")}
        >
          {t("Send me a test")}
        </ActionButton>
      </div>
      {hasRecords(entity) ? (
        <RecordPicker
          entity={entity}
          label={t("Sample record")}
          name="preview-record"
          onTake={setAbout}
          shown={about?.name ?? ""}
        />
      ) : null}
      <Tabs
        current={face}
        label={t("Preview as")}
        name="preview-face"
        onChange={setFace}
        tabs={[
          { id: "wide", label: t("Wide") },
          { id: "narrow", label: t("Narrow") },
          { id: "dark", label: t("Dark") },
          { id: "text", label: t("Plain text") },
        ]}
      >
        <p className="ml-preview-subject">
          {t.nodes("Subject: {subject}", { subject: <bdi>{preview?.subject ?? ""}</bdi> })}
        </p>
        {problem === null ? null : <p className="ui-error">{reasonOf(problem)}</p>}
        {preview === null || preview.missing.length === 0 ? null : (
          <p className="ui-error">
            {t("These merge fields have no value: {fields}.", {
              fields: preview.missing.join(", "),
            })}
          </p>
        )}
        {face === "text" ? (
          <pre className="ml-preview-text" dir="auto">
            {preview?.text ?? ""}
          </pre>
        ) : (
          <MailFrame face={face} html={preview?.html ?? ""} title={t("E-mail preview")} />
        )}
      </Tabs>
    </section>
  )
}

function recordOf(entity: ContextEntity, about: Choice | null) {
  return about === null ? null : { type: entity, id: about.id }
}
