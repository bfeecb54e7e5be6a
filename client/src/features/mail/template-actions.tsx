import { useState } from "react"
import { useNavigate } from "react-router"

import { type Phrase, msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import {
  TEMPLATES,
  type Template,
  cloneTemplate,
  turnTemplate,
} from "#client/services/mail/templates.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords, readRecord } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { useText } from "#client/ui/text.tsx"

/** What is done with a template besides writing it. */
export function TemplateActions({ template }: { template: Template }) {
  const t = useText()
  const navigate = useNavigate()
  const { turn, pending } = useTurning(template)
  const whyNot = useRights("template")
  const clone = async () => {
    try {
      const copy = await cloneTemplate(template._id)
      toast.success({ text: msg("{name} created."), values: { name: copy.name } })
      void navigate(paths.template(copy._id, copy.type))
    } catch (error) {
      toast.failure(error)
    }
  }
  const isGone = template.deletedAt !== null
  if (isGone) return null
  return (
    <>
      <ActionButton
        look="primary"
        onClick={() => void turn("publish", msg("Published. New e-mails use this version."))}
        pending={pending === "publish" ? t("Publishing…") : null}
        whyNot={whyNot("publish")}
      >
        {t("Publish")}
      </ActionButton>
      {template.status === "published" ? (
        <ActionButton
          onClick={() =>
            void turn("archive", msg("Archived. It is no longer used for new e-mails."))
          }
          pending={pending === "archive" ? t("Archiving…") : null}
          whyNot={template.isSystem ? t("Waybill needs this template.") : whyNot("publish")}
        >
          {t("Archive")}
        </ActionButton>
      ) : null}
      <ActionButton onClick={() => void clone()} whyNot={whyNot("create")}>
        {t("Duplicate")}
      </ActionButton>
    </>
  )
}

type Verb = Parameters<typeof turnTemplate>[1]

/** Changes of a template's state, one at a time, of the version that is stored now. */
export function useTurning({ _id }: Pick<Template, "_id">) {
  const { queries } = useVisit()
  const [pending, setPending] = useState<Verb | null>(null)
  const turn = async (verb: Verb, done: Phrase) => {
    setPending(verb)
    try {
      const { version } = await readRecord<Template>(TEMPLATES, _id)
      await turnTemplate({ _id, version }, verb)
      await forgetRecords(queries, TEMPLATES)
      toast.success(done)
    } catch (error) {
      const fault = error instanceof RequestFailed ? error.problem.errors?.[0]?.detail : undefined
      if (fault === undefined) toast.failure(error)
      else toast.error({ text: msg("Not published: {fault}"), values: { fault } })
    }
    setPending(null)
  }
  return { turn, pending }
}
