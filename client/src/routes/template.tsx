import { useEffect } from "react"
import { useNavigate, useParams } from "react-router"

import { TemplateActions } from "#client/features/mail/template-actions.tsx"
import { NEW_TEMPLATE, TEMPLATE_SECTIONS } from "#client/features/mail/template-form.ts"
import { TemplateVersions } from "#client/features/mail/template-versions.tsx"
import { templates } from "#client/features/mail/templates-noun.tsx"
import { paths } from "#client/paths.ts"
import { CreatePage } from "#client/records/create-page.tsx"
import { RecordPage } from "#client/records/record-page.tsx"
import type { Template } from "#client/services/mail/templates.ts"
import { useNeed } from "#client/services/page.tsx"
// One file of the build with these: see base.ts.
import "#client/records/record-screen.tsx"

export function Component() {
  return useParams()["id"] === undefined ? (
    <CreatePage blank={NEW_TEMPLATE} noun={templates} sections={TEMPLATE_SECTIONS} />
  ) : (
    <Stored />
  )
}

function Stored() {
  const { id = "", type } = useParams()
  const navigate = useNavigate()
  const need = useNeed<Template>("record")
  const own = need.status === "ready" && need.data._id === id ? need.data.type : null
  useEffect(() => {
    // The type of the address may contradict the record, which is right.
    if (own !== null && own !== type) void navigate(paths.template(id, own), { replace: true })
  }, [own, type, id, navigate])
  // Publishing, archiving and going back write the record, too: the form begins anew from what they made of it.
  const state =
    need.status === "ready" ? `${need.data.status} ${need.data.publishedVersion}` : "unknown"
  return (
    <RecordPage
      actions={actions}
      aside={aside}
      key={state}
      noun={templates}
      sections={TEMPLATE_SECTIONS}
    />
  )
}

const actions = (template: Template) => <TemplateActions template={template} />
const aside = (template: Template) => <TemplateVersions template={template} />
