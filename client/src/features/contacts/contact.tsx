/** Contacts: persons and organisations that the company works with (domain.md 4). */
import { labelIn } from "#client/lib/choices.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Dash, Line, Tags, ago } from "#client/records/cells.tsx"
import {
  contactTagSource,
  countrySource,
  knownTagSource,
  organisationSource,
  userSource,
} from "#client/records/common-sources.ts"
import { CountryName } from "#client/records/country-name.tsx"
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
    created: msg("Contact created"),
    counted: [msg("{count} contact."), msg("{count} contacts.")],
    intro: msg("People and companies you work with."),
    empty: msg("Add the shippers, consignees, carriers and other people you work with."),
  },
  paths: { list: paths.contacts, record: paths.contact, create: paths.newContact },
  labelOf: ({ displayName }) => displayName,
  reads: true,
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
      cell: ({ organisationId, organisationName }) =>
        organisationId === null || organisationName === null ? (
          <Dash />
        ) : (
          <a href={paths.contact(organisationId)}>
            <bdi>{organisationName}</bdi>
          </a>
        ),
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
      id: "tags",
      label: msg("Tags"),
      hidden: true,
      cell: ({ namedTags }) => (
        <Tags>
          {namedTags.map(({ _id, name }) => (
            <Tag key={_id}>
              <bdi>{name}</bdi>
            </Tag>
          ))}
        </Tags>
      ),
    },
    {
      id: "country",
      label: msg("Country"),
      sort: "country",
      hidden: true,
      cell: ({ addresses: [first] }) =>
        first === undefined ? <Dash /> : <CountryName code={first.country} />,
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
    {
      kind: "lookup",
      field: "organisationId",
      label: msg("Organisation"),
      source: organisationSource,
    },
    {
      kind: "choice",
      field: "roles",
      label: msg("Role"),
      options: ROLES,
      picklist: "contact_role",
    },
    { kind: "lookup", field: "tags", label: msg("Tag"), source: knownTagSource },
    { kind: "lookup", field: "country", label: msg("Country"), source: countrySource },
    { kind: "lookup", field: "ownerId", label: msg("Owner"), source: userSource },
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
      told: msg(
        "The contact you keep takes over the addresses, numbers, roles, tags and notes. This one is deleted.",
      ),
      into: ({ mergedInto }) => mergedInto,
      used: [
        {
          service: "/contact/api/v1/contacts",
          filter: ({ _id }) => `organisationId:eq:${_id}`,
          list: paths.contacts,
          counted: [
            msg("{count} person in this organisation"),
            msg("{count} people in this organisation"),
          ],
        },
      ],
      fields: MERGED_FIELDS,
    },
    duplicate: true,
    bulk: [
      {
        id: "mail",
        label: msg("Write an e-mail"),
        kind: "deed",
        icon: "mail",
        right: "mail:send",
        run: async (ids) => (await import("./mail-contacts.ts")).mailContacts(ids),
      },
      {
        id: "tag",
        label: msg("Add a tag"),
        kind: "choose",
        what: msg("Tag"),
        source: contactTagSource,
        change: (tag) => ({ add: { tags: [tag] } }),
      },
      {
        id: "untag",
        label: msg("Remove a tag"),
        kind: "choose",
        what: msg("Tag"),
        source: knownTagSource,
        change: (tag) => ({ remove: { tags: [tag] } }),
      },
      {
        id: "owner",
        label: msg("Change the owner"),
        kind: "choose",
        what: msg("Owner"),
        source: userSource,
        change: (ownerId) => ({ changes: { ownerId } }),
      },
      {
        id: "favourite",
        label: msg("Mark as favourite"),
        kind: "change",
        changes: { favourite: true },
      },
      {
        id: "doNotContact",
        label: msg("Do not contact"),
        kind: "change",
        changes: { doNotContact: true },
      },
    ],
  },
}
