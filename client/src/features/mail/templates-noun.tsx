import { labelIn } from "#client/lib/choices.ts"
/** Mail templates as records: the list. */
import { languageName } from "#client/lib/language-names.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Code, Tags, ago } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { TEMPLATES, type Template } from "#client/services/mail/templates.ts"
import { Tag } from "#client/ui/tag.tsx"

import { CONTEXTS, STATUSES, TYPES } from "./template-words.ts"

export const templates: Noun<Template> = {
  id: "template",
  service: TEMPLATES,
  resource: "template",
  icon: "mail",
  titles: {
    list: msg("E-mail templates"),
    one: msg("E-mail template"),
    new: msg("New e-mail template"),
    counted: [msg("{count} e-mail template."), msg("{count} e-mail templates.")],
    intro: msg("Your company's standard e-mails, with merge fields for the details."),
    empty: msg("Write your frequent e-mails once, and send them with the right names and dates."),
  },
  paths: {
    list: paths.templates,
    record: (id, row) => paths.template(id, row?.type ?? "custom"),
    create: paths.newTemplate,
  },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    { id: "name", label: msg("Name"), sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "code",
      label: msg("Code"),
      sort: "code",
      hidden: true,
      cell: ({ code }) => <Code>{code}</Code>,
    },
    {
      id: "type",
      label: msg("Purpose"),
      sort: "type",
      cell: ({ type }, { t }) => t(labelIn(TYPES, type)),
    },
    {
      id: "context",
      exports: ["contextEntity"],
      label: msg("Related to"),
      sort: "contextEntity",
      cell: ({ contextEntity }, { t }) => t(labelIn(CONTEXTS, contextEntity)),
    },
    {
      id: "languages",
      label: msg("Languages"),
      cell: ({ languages }) => (
        <Tags>
          {Object.keys(languages).map((language) => (
            <Tag key={language}>
              <bdi>{languageName(language)}</bdi>
            </Tag>
          ))}
        </Tags>
      ),
    },
    {
      id: "status",
      label: msg("Status"),
      sort: "status",
      cell: ({ status, lint }, { t }) => (
        <Tags>
          <Tag tone={STATUSES.find(({ value }) => value === status)?.tone ?? "plain"}>
            {t(labelIn(STATUSES, status))}
          </Tag>
          {lint.some(({ level }) => level === "error") ? (
            <Tag tone="danger">{t("Has errors")}</Tag>
          ) : null}
        </Tags>
      ),
    },
    {
      id: "used",
      exports: ["usageCount"],
      label: msg("E-mails"),
      number: true,
      cell: ({ usageCount }) => usageCount,
    },
    {
      id: "updatedAt",
      label: msg("Changed"),
      sort: "updatedAt",
      cell: ({ updatedAt }, look) => ago(updatedAt, look),
    },
  ],
  filters: [
    { kind: "choice", field: "type", label: msg("Purpose"), options: TYPES },
    { kind: "choice", field: "status", label: msg("Status"), options: STATUSES },
    { kind: "choice", field: "contextEntity", label: msg("Related to"), options: CONTEXTS },
    { kind: "flag", field: "isSystem", label: msg("Required by Waybill") },
  ],
  can: { export: true, bin: true },
}
