import { PicklistWord } from "#client/records/picklist-word.tsx"
import { ReadingCard } from "#client/records/reading.tsx"
/** A contact as a page about somebody: how to reach them, what belongs to them, and what was done recently. */
import type { ReadingProps } from "#client/records/record-page.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { ContactDetails, ContactMore } from "./contact-facts.tsx"
import { ContactRelated } from "./contact-related.tsx"
import { ContactWays } from "./contact-ways.tsx"
import { ROLES } from "./contact-words.ts"
import type { Contact } from "./contact.tsx"

export function ContactReading({ record }: ReadingProps<Contact>) {
  const t = useText()
  return (
    <div className="ct-page">
      <div className="ct-main">
        <ReadingCard section="reach" title={t("Contact details")}>
          <ContactWays contact={record} />
        </ReadingCard>
        <ReadingCard section="notes" title={t("Notes")}>
          {record.notes === "" ? (
            <p className="ct-none">{t("No notes yet.")}</p>
          ) : (
            <p className="ct-lines">
              <bdi>{record.notes}</bdi>
            </p>
          )}
        </ReadingCard>
      </div>
      <div className="ct-side">
        <ReadingCard section="sorting" title={t("Roles and tags")}>
          <Sorting contact={record} />
        </ReadingCard>
        <ReadingCard section="who" title={t("Details")}>
          <ContactDetails contact={record} />
        </ReadingCard>
        <ReadingCard section="more" title={t("More")}>
          <ContactMore contact={record} />
        </ReadingCard>
      </div>
      <div className="ct-related">
        <ContactRelated contact={record} />
      </div>
    </div>
  )
}

/** By what a contact is found in lists. */
function Sorting({ contact: { roles, namedTags, ownerName } }: { contact: Contact }) {
  const t = useText()
  return (
    <Facts>
      <Fact name={t("Roles")} wide>
        {roles.length === 0 ? null : (
          <span className="ct-marks">
            {roles.map((role) => (
              <Tag key={role} tone="accent">
                <PicklistWord options={ROLES} picklist="contact_role" word={role} />
              </Tag>
            ))}
          </span>
        )}
      </Fact>
      <Fact name={t("Tags")} wide>
        {namedTags.length === 0 ? null : (
          <span className="ct-marks">
            {namedTags.map(({ _id, name }) => (
              <Tag key={_id}>
                <bdi>{name}</bdi>
              </Tag>
            ))}
          </span>
        )}
      </Fact>
      <Fact name={t("Owner")} wide>
        {ownerName === null ? null : <bdi>{ownerName}</bdi>}
      </Fact>
    </Facts>
  )
}
