/** The screen that makes a new record. */
import { useState } from "react"
import { useLocation, useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { toast } from "#client/services/toasts.ts"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Section, Values } from "./fields.ts"
import type { Noun, Recorded } from "./noun.ts"
import { RecordForm } from "./record-form.tsx"
import { useRights } from "./rights.ts"
import { useLook } from "./use-look.ts"
import { useRecordForm } from "./use-record-form.ts"
import { wayBack } from "./way-back.ts"

interface CreatePageProps<Row extends Recorded> {
  noun: Noun<Row>
  sections: readonly Section[]
  /** What a new record begins with. */
  blank: Values
  /** The server reads the form without script. */
  isPlain?: boolean
}

/** Makes a new record; another one's values may come along with the navigation. */
export function CreatePage<Row extends Recorded>(props: CreatePageProps<Row>) {
  const { noun, sections, blank, isPlain = false } = props
  const t = useText()
  const look = useLook()
  const navigate = useNavigate()
  const { state } = useLocation()
  const whyNot = useRights(noun.resource, noun.writing)
  const [begun] = useState<Values>(() => ({ ...blank, ...copied(state) }))
  const form = useRecordForm({
    service: noun.service,
    sections,
    initial: begun,
    id: null,
    untouched: blank,
    isPlain,
  })
  return (
    <>
      <PageHeading title={t(noun.titles.new)} />
      <div className="rc-page">
        <RecordForm
          form={form}
          id={null}
          {...(isPlain ? { plain: { cancel: noun.paths.list({ page: 1 }) } } : {})}
          look={look}
          noun={noun.id}
          onSaved={(stored, then) => {
            const record = stored === null ? undefined : noun.paths.record?.(stored._id)
            const done = noun.titles.created ?? msg("Created.")
            if (record === undefined) toast.success(done)
            else toast.link(done, { label: msg("View"), href: record })
            const target = then === "close" ? undefined : record
            void navigate(target ?? wayBack(noun))
          }}
          record={t(noun.titles.new)}
          saveLabel={t("Create")}
          sections={sections}
          whyReadOnly={whyNot("create")}
        />
      </div>
    </>
  )
}

/** Values of the record that is duplicated. */
function copied(state: unknown): Values {
  if (typeof state !== "object" || state === null || !("copy" in state)) return {}
  return typeof state.copy === "object" ? { ...state.copy } : {}
}
