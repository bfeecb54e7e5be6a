/** Issues (domain.md 4): what is broken, missing or asked for, and how far it is. */
import { labelIn } from "#client/lib/choices.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Dash, ago, limit, moment } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"

import { ISSUES, type Issue } from "./issue-data.ts"
import { PRIORITIES, SEVERITIES, STATUSES, TYPES, statusOf } from "./issue-words.ts"

export const issues: Noun<Issue> = {
  id: "issue",
  service: ISSUES,
  resource: "issue",
  icon: "flag",
  titles: {
    list: msg("Issues"),
    one: msg("Issue"),
    new: msg("New issue"),
    counted: [msg("{count} issue."), msg("{count} issues.")],
    intro: msg("Problems, requests and their progress."),
    empty: msg("Report a problem or incorrect data, or request access."),
  },
  paths: { list: paths.issues, record: paths.issue, create: paths.newIssue },
  labelOf: ({ key, title }) => `${key} ${title}`,
  order: "-number",
  columns: [
    {
      id: "title",
      label: msg("Issue"),
      sort: "title",
      cell: ({ key, title }) => (
        <span className="is-title">
          <bdi className="is-key">{key}</bdi> <bdi>{title}</bdi>
        </span>
      ),
    },
    {
      id: "status",
      label: msg("Status"),
      sort: "status",
      cell: ({ status }, { t }) => {
        const { label, tone } = statusOf(status)
        return <Tag tone={tone}>{t(label)}</Tag>
      },
    },
    {
      id: "type",
      label: msg("Kind"),
      sort: "type",
      cell: ({ type }, { t }) => t(labelIn(TYPES, type)),
    },
    {
      id: "severity",
      label: msg("Severity"),
      sort: "severity",
      cell: ({ severity }, { t }) =>
        severity === "critical" ? (
          <Tag tone="danger">{t(labelIn(SEVERITIES, severity))}</Tag>
        ) : (
          t(labelIn(SEVERITIES, severity))
        ),
    },
    {
      id: "priority",
      label: msg("Priority"),
      sort: "priority",
      cell: ({ priority }, { t }) =>
        priority === "urgent" ? (
          <Tag tone="danger">{t(labelIn(PRIORITIES, priority))}</Tag>
        ) : (
          t(labelIn(PRIORITIES, priority))
        ),
    },
    {
      id: "assignee",
      label: msg("Assigned to"),
      sort: "assigneeId",
      cell: ({ assigneeName }) => (assigneeName === null ? <Dash /> : <bdi>{assigneeName}</bdi>),
    },
    {
      id: "dueAt",
      label: msg("Due"),
      sort: "dueAt",
      cell: ({ dueAt, status }, look) => {
        if (status === "resolved" || status === "closed") return moment(dueAt, look)
        const time = limit(dueAt, look)
        return dueAt !== null && dueAt < look.now ? <Tag tone="danger">{time}</Tag> : time
      },
    },
    {
      id: "reporter",
      label: msg("Reported by"),
      hidden: true,
      cell: ({ reporterName }) => (reporterName === null ? <Dash /> : <bdi>{reporterName}</bdi>),
    },
    {
      id: "comments",
      label: msg("Comments"),
      number: true,
      hidden: true,
      cell: ({ commentCount }, { t }) => t("{count}", { count: commentCount }),
    },
    {
      id: "createdAt",
      label: msg("Reported"),
      sort: "createdAt",
      cell: ({ createdAt }, look) => ago(createdAt, look),
    },
  ],
  filters: [
    { kind: "choice", field: "status", label: msg("Status"), options: STATUSES },
    { kind: "choice", field: "type", label: msg("Kind"), options: TYPES },
    { kind: "choice", field: "severity", label: msg("Severity"), options: SEVERITIES },
    { kind: "choice", field: "priority", label: msg("Priority"), options: PRIORITIES },
    { kind: "day", field: "dueAt", label: msg("Due") },
    { kind: "day", field: "createdAt", label: msg("Reported") },
  ],
  can: { bin: true, wait: true, bulk: [] },
}
