import { labelIn } from "#client/lib/choices.ts"
import { paths } from "#client/paths.ts"
import { PicklistWord } from "#client/records/picklist-word.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { KINDS, ROLES } from "./contact-words.ts"
import type { Contact } from "./contact.tsx"

/** Who it is in two lines: what somebody does and for whom, and by what it is sorted. */
export function ContactHeadline({ contact }: { contact: Contact }) {
  const t = useText()
  const { kind, jobTitle, organisationId, organisationName } = contact
  const { roles, namedTags, doNotContact, favourite } = contact
  const organisation =
    organisationId === null || organisationName === null ? null : (
      <a href={paths.contact(organisationId)}>
        <bdi>{organisationName}</bdi>
      </a>
    )
  const job = <bdi>{jobTitle}</bdi>
  return (
    <>
      <p>
        {jobTitle === ""
          ? (organisation ?? t(labelIn(KINDS, kind)))
          : organisation === null
            ? job
            : t.nodes("{job} at {organisation}", { job, organisation })}
      </p>
      <p className="ct-marks">
        {doNotContact ? <Tag tone="danger">{t("Do not contact")}</Tag> : null}
        {favourite ? <Tag tone="warning">{t("Favourite")}</Tag> : null}
        {roles.map((role) => (
          <Tag key={role} tone="accent">
            <PicklistWord options={ROLES} picklist="contact_role" word={role} />
          </Tag>
        ))}
        {namedTags.map(({ _id, name }) => (
          <Tag key={_id}>
            <a className="ct-tag" href={paths.contacts({ page: 1, filter: [`tags:eq:${_id}`] })}>
              <bdi>{name}</bdi>
            </a>
          </Tag>
        ))}
      </p>
    </>
  )
}
