/** Contacts: persons and organisations that the company works with (domain.md 4). */
import { labelIn } from "#client/lib/choices.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Dash, Line, Tags, ago } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { PicklistWord } from "#client/records/picklist-word.tsx"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { KINDS, MERGED_FIELDS, ROLES } from "./contact-words.ts"

export type Contact = components["schemas"]["Contact"]

export const contacts: Noun<Contact> = {
  id: "contact",
  service: "/contact/api/v1/contacts",
  resource: "contact",
  icon: "users",
  titles: {
    list: msg("Contacts"),
    one: msg("Contact"),
    new: msg("New contact"),
    counted: [msg("{count} contact."), msg("{count} contacts.")],
    intro: msg("Persons and organisations that you work with."),
    empty: msg("Keep shippers, consignees, carriers and everybody else you write to here."),
  },
  paths: { list: paths.contacts, record: paths.contact, create: paths.newContact },
  labelOf: ({ displayName }) => displayName,
  order: "displayName",
  columns: [
    {
      id: "displayName",
      label: msg("Name"),
      sort: "displayName",
      cell: ({ displayName }) => <bdi>{displayName}</bdi>,
    },
    {
      id: "kind",
      label: msg("Kind"),
      sort: "kind",
      cell: ({ kind }, { t }) => t(labelIn(KINDS, kind)),
    },
    {
      id: "organisation",
      exports: ["organisationName"],
      label: msg("Organisation"),
      cell: ({ organisationName }) =>
        organisationName === null ? <Dash /> : <bdi>{organisationName}</bdi>,
    },
    {
      id: "roles",
      label: msg("Roles"),
      cell: ({ roles }) => (
        <Tags>
          {roles.map((role) => (
            <Tag key={role}>
              <PicklistWord options={ROLES} picklist="contact_role" word={role} />
            </Tag>
          ))}
        </Tags>
      ),
    },
    {
      id: "email",
      label: msg("E-mail address"),
      cell: ({ emails }) => <Line>{emails[0]?.address}</Line>,
    },
    { id: "phone", label: msg("Phone"), cell: ({ phones }) => <Line>{phones[0]?.e164}</Line> },
    {
      id: "owner",
      exports: ["ownerName"],
      label: msg("Owner"),
      hidden: true,
      cell: ({ ownerName }) => (ownerName === null ? <Dash /> : <bdi>{ownerName}</bdi>),
    },
    {
      id: "updatedAt",
      label: msg("Changed"),
      sort: "updatedAt",
      hidden: true,
      cell: ({ updatedAt }, look) => ago(updatedAt, look),
    },
  ],
  filters: [
    { kind: "choice", field: "kind", label: msg("Kind"), options: KINDS },
    { kind: "text", field: "displayName", label: msg("Name") },
    { kind: "flag", field: "favourite", label: msg("Favourite") },
    { kind: "flag", field: "doNotContact", label: msg("Do not contact") },
    { kind: "day", field: "createdAt", label: msg("Created") },
  ],
  can: {
    wait: true,
    import: "contact",
    export: true,
    bin: true,
    merge: {
      told: msg("The other one gets its addresses, numbers, roles, tags and notes. This one goes."),
      used: [
        {
          service: "/contact/api/v1/contacts",
          filter: ({ _id }) => `organisationId:eq:${_id}`,
          list: paths.contacts,
          counted: [
            msg("{count} person of this organisation"),
            msg("{count} people of this organisation"),
          ],
        },
      ],
      fields: MERGED_FIELDS,
    },
    duplicate: true,
    bulk: [
      { id: "favourite", label: msg("Mark as favourite"), changes: { favourite: true } },
      { id: "doNotContact", label: msg("Do not contact"), changes: { doNotContact: true } },
    ],
  },
}
