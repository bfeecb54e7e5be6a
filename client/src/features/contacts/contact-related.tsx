/** What belongs to a contact: the people of an organisation, mails, files, and what was done. What the user may not see is absent. */
import { useNavigate } from "react-router"

import { formatNumber } from "#client/lib/format/number.ts"
import { formatSize } from "#client/lib/format/size.ts"
import { MESSAGE_STATES } from "#client/lib/message-states.ts"
import { paths } from "#client/paths.ts"
import { ago } from "#client/records/cells.tsx"
import { inPlace } from "#client/records/reading.tsx"
import { useGranted } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { useNeed } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { SkeletonCard } from "#client/ui/skeleton-card.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

import { ActivityList } from "./activity-list.tsx"
import type { Contact } from "./contact.tsx"

type Wire = components["schemas"]
type Related = Wire["ContactRelated"]

export function ContactRelated({ contact }: { contact: Contact }) {
  const t = useText()
  const need = useNeed<Related>("related")
  if (need.status === "pending") return <SkeletonCard />
  if (need.status === "failed") {
    // A company's own service may know nothing of this.
    return [403, 404].includes(need.problem.status) ? null : (
      <ErrorPanel
        errorId={need.problem.instance}
        onRetry={need.retry}
        title={t("Couldn't load related records.")}
      />
    )
  }
  const { people, files, mails, activity } = need.data
  return (
    <>
      {people === null ? null : <People contact={contact} people={people} />}
      {mails === null ? null : <Mails mails={mails} />}
      {files === null ? null : <Files contact={contact} files={files} />}
      {activity.length === 0 ? null : (
        <Card id="activity" title={t("Activity")}>
          <ActivityList rows={activity} />
        </Card>
      )}
    </>
  )
}

function People({ contact, people }: { contact: Contact; people: NonNullable<Related["people"]> }) {
  const t = useText()
  const navigate = useNavigate()
  const isGranted = useGranted("contact")
  const { _id: organisationId, displayName: organisationName } = contact
  const mayAdd = isGranted("create") && contact.deletedAt === null
  const add = () =>
    void navigate(paths.newContact(), { state: { copy: { organisationId, organisationName } } })
  return (
    <Card
      aside={
        mayAdd ? (
          <a className={buttonClass("quiet")} href={paths.newContact()} onClick={inPlace(add)}>
            <Icon height="16" name="plus" width="16" />
            {t("Add a person")}
          </a>
        ) : null
      }
      id="people"
      title={t("People")}
    >
      {people.rows.length === 0 ? (
        <p className="ct-none">{t("No people yet.")}</p>
      ) : (
        <ul className="ct-list">
          {people.rows.map(({ _id, displayName, jobTitle, email, phone }) => (
            <li key={_id}>
              <span className="ct-name">
                <a href={paths.contact(_id)}>
                  <bdi>{displayName}</bdi>
                </a>
                <bdi className="ct-note">{jobTitle}</bdi>
              </span>
              <span className="ct-beside">
                {email === "" ? null : (
                  <bdi data-copy="" dir="ltr">
                    {email}
                  </bdi>
                )}
                {phone === "" ? null : (
                  <a dir="ltr" href={`tel:${phone}`}>
                    {phone}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Rest
        href={paths.contacts({ page: 1, filter: [`organisationId:eq:${organisationId}`] })}
        shown={people.rows.length}
        total={people.total}
      />
    </Card>
  )
}

function Mails({ mails }: { mails: NonNullable<Related["mails"]> }) {
  const t = useText()
  const look = useLook()
  return (
    <Card id="mails" title={t("E-mails")}>
      {mails.rows.length === 0 ? (
        <p className="ct-none">{t("No e-mails yet.")}</p>
      ) : (
        <ul className="ct-list">
          {mails.rows.map(({ _id, subject, to, state, createdAt }) => (
            <li key={_id}>
              <span className="ct-name">
                <bdi>{subject === "" ? t("(no subject)") : subject}</bdi>
                <bdi className="ct-note">
                  {to.map(({ name, address }) => name || address).join(", ")}
                </bdi>
              </span>
              <span className="ct-beside">
                <Tag tone={MESSAGE_STATES[state].tone}>{t(MESSAGE_STATES[state].text)}</Tag>
                {ago(createdAt, look)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Count shown={mails.rows.length} total={mails.total} />
    </Card>
  )
}

function Files({ contact, files }: { contact: Contact; files: NonNullable<Related["files"]> }) {
  const t = useText()
  const look = useLook()
  return (
    <Card id="files" title={t("Files")}>
      {files.rows.length === 0 ? (
        <p className="ct-none">{t("No files yet.")}</p>
      ) : (
        <ul className="ct-list">
          {files.rows.map(({ _id, name, size, updatedAt }) => (
            <li key={_id}>
              <span className="ct-name">
                <a href={paths.file(_id)}>
                  <bdi>{name}</bdi>
                </a>
              </span>
              <span className="ct-beside">
                <span className="ct-note">{formatSize(size, look.locale)}</span>
                {ago(updatedAt, look)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Rest
        href={paths.allFiles({ page: 1, filter: [`subject.id:eq:${contact._id}`] })}
        shown={files.rows.length}
        total={files.total}
      />
    </Card>
  )
}

interface RestProps {
  href: string
  shown: number
  total: number
}

/** The way to all of them, where not all are shown. */
function Rest({ href, shown, total }: RestProps) {
  const t = useText()
  const { locale } = useLook()
  return total <= shown ? null : (
    <p className="ct-rest">
      <a href={href}>{t("Show all {total}", { total: formatNumber(total, locale) })}</a>
    </p>
  )
}

function Count({ shown, total }: Omit<RestProps, "href">) {
  const t = useText()
  return total <= shown ? null : (
    <p className="ct-rest ct-note">
      {t.count(total - shown, "{count} earlier one", "{count} earlier ones")}
    </p>
  )
}
