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
    list: msg("Mail templates"),
    one: msg("Mail template"),
    new: msg("New mail template"),
    counted: [msg("{count} mail template."), msg("{count} mail templates.")],
    intro: msg("What the mails of your company say, with fields for what differs."),
    empty: msg("Write what you send often once, and send it with the right names and dates."),
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
      label: msg("For"),
      sort: "type",
      cell: ({ type }, { t }) => t(labelIn(TYPES, type)),
    },
    {
      id: "context",
      exports: ["contextEntity"],
      label: msg("About"),
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
            <Tag tone="danger">{t("Has faults")}</Tag>
          ) : null}
        </Tags>
      ),
    },
    {
      id: "used",
      exports: ["usageCount"],
      label: msg("Mails"),
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
    { kind: "choice", field: "type", label: msg("For"), options: TYPES },
    { kind: "choice", field: "status", label: msg("Status"), options: STATUSES },
    { kind: "choice", field: "contextEntity", label: msg("About"), options: CONTEXTS },
    { kind: "flag", field: "isSystem", label: msg("Needed by the program") },
  ],
  can: { export: true, bin: true },
}
