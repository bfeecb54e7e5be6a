/** Tags of contacts (domain.md 4). */
import { formatNumber } from "#client/lib/format/number.ts"
import { PALETTE } from "#client/lib/palette.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Long } from "#client/records/cells.tsx"
import type { Section, Values } from "#client/records/fields.ts"
import type { Noun } from "#client/records/noun.ts"
import type { components } from "#client/wire/api.ts"

export type ContactTag = components["schemas"]["ContactTag"]

const SCOPES = [
  { value: "company", label: msg("Everyone in the company") },
  { value: "private", label: msg("Only me") },
] as const

export const contactTags: Noun<ContactTag> = {
  id: "contact-tag",
  service: "/contact/api/v1/contact-tags",
  resource: "contactTag",
  icon: "tag",
  titles: {
    list: msg("Contact tags"),
    one: msg("Contact tag"),
    new: msg("New tag"),
    counted: [msg("{count} tag."), msg("{count} tags.")],
    intro: msg("Labels for grouping contacts."),
    empty: msg(
      "Use tags to group contacts across organisations, for example everyone who gets a season's greeting.",
    ),
  },
  paths: { list: paths.contactTags, record: paths.contactTag, create: paths.newContactTag },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    { id: "name", label: msg("Name"), sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "description",
      label: msg("Description"),
      cell: ({ description }) => <Long>{description}</Long>,
    },
    {
      id: "scope",
      label: msg("Visible to"),
      cell: ({ scope }, { t }) =>
        scope === "private" ? t("Only me") : t("Everyone in the company"),
    },
    {
      id: "usageCount",
      label: msg("Contacts"),
      number: true,
      cell: ({ usageCount }, { locale }) => formatNumber(usageCount, locale),
    },
  ],
  can: {
    wait: true,
    import: "contactTag",
    export: true,
    bin: true,
    merge: {
      told: msg("Contacts with this tag get the other tag instead. This tag is deleted."),
      uses: ({ usageCount }) => usageCount,
    },
    bulk: [],
  },
}

export const CONTACT_TAG_SECTIONS: readonly Section[] = [
  {
    id: "tag",
    title: msg("Tag"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 40, required: true },
      { kind: "choice", name: "color", label: msg("Colour"), options: PALETTE, required: true },
      { kind: "choice", name: "scope", label: msg("Visible to"), options: SCOPES, required: true },
      { kind: "number", name: "sortOrder", label: msg("Position in lists"), step: 1 },
      { kind: "text", name: "description", label: msg("Description"), max: 200, wide: true },
    ],
  },
]

export const NEW_CONTACT_TAG: Values = {
  name: "",
  color: "slate",
  scope: "company",
  description: "",
  sortOrder: 0,
}
