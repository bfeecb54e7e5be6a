/** Reports (domain.md 4): what is asked of the data again and again, run with the rights of whoever looks. */
import { labelIn } from "#client/lib/choices.ts"
import { formatNumber } from "#client/lib/format/number.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Dash, ago, moment } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { REPORTS } from "#client/services/reports.ts"
import { Icon } from "#client/ui/icon.tsx"
import { Tag } from "#client/ui/tag.tsx"

import { LastDelivery } from "./last-delivery.tsx"
import type { Report } from "./report-data.ts"
import { CHARTS, DATASETS, VISIBILITIES } from "./report-words.ts"

export const reports: Noun<Report> = {
  id: "report",
  service: REPORTS,
  resource: "report",
  icon: "chart",
  titles: {
    list: msg("Reports"),
    one: msg("Report"),
    new: msg("New report"),
    counted: [msg("{count} report."), msg("{count} reports.")],
    intro: msg("Live answers from your data, limited to what each viewer may see."),
    empty: msg(
      "Create a report on contacts, ports, issues, files, users, e-mail or the audit history.",
    ),
  },
  paths: { list: paths.reports, record: paths.report, create: paths.newReport },
  labelOf: ({ name }) => name,
  order: "-pinned,name",
  columns: [
    {
      id: "name",
      label: msg("Name"),
      sort: "name",
      cell: ({ name, pinned }, { t }) => (
        <span className="rp-name">
          <bdi>{name}</bdi>
          {pinned ? <Tag tone="accent">{t("Pinned")}</Tag> : null}
        </span>
      ),
    },
    {
      id: "dataset",
      label: msg("Data"),
      sort: "dataset",
      cell: ({ dataset }, { t }) => t(labelIn(DATASETS, dataset)),
    },
    {
      id: "chart",
      exports: ["chart.type"],
      label: msg("Chart"),
      cell: ({ chart }, { t }) =>
        chart.type === "none" ? (
          <Dash />
        ) : (
          <span className="rp-name">
            <Icon height="16" name="chart" width="16" />
            {t(labelIn(CHARTS, chart.type))}
          </span>
        ),
    },
    {
      id: "visibility",
      label: msg("Visible to"),
      sort: "visibility",
      cell: ({ visibility }, { t }) => t(labelIn(VISIBILITIES, visibility)),
    },
    {
      id: "lastRun",
      exports: ["lastRun.at"],
      label: msg("Last run"),
      cell: ({ lastRun }, look) => {
        if (lastRun === null) return <Dash />
        if (lastRun.status !== "ok") return <Tag tone="danger">{look.t("Failed")}</Tag>
        return moment(lastRun.at, look)
      },
    },
    {
      id: "rows",
      exports: ["lastRun.rows"],
      label: msg("Rows"),
      number: true,
      cell: ({ lastRun }, { locale }) =>
        lastRun?.status === "ok" ? formatNumber(lastRun.rows, locale) : <Dash />,
    },
    {
      id: "nextDelivery",
      label: msg("Next sent"),
      hidden: true,
      cell: ({ nextDelivery, schedule }, look) =>
        schedule?.isPaused === true ? <Tag>{look.t("Paused")}</Tag> : moment(nextDelivery, look),
    },
    {
      id: "lastDelivery",
      exports: ["lastDelivery.at"],
      label: msg("Last sent"),
      hidden: true,
      cell: ({ lastDelivery }, look) =>
        lastDelivery === null ? <Dash /> : <LastDelivery last={lastDelivery} look={look} />,
    },
    {
      id: "updatedAt",
      label: msg("Changed"),
      sort: "updatedAt",
      cell: ({ updatedAt }, look) => ago(updatedAt, look),
    },
  ],
  filters: [
    { kind: "text", field: "name", label: msg("Name") },
    { kind: "choice", field: "dataset", label: msg("Data"), options: DATASETS },
    { kind: "choice", field: "visibility", label: msg("Visible to"), options: VISIBILITIES },
    { kind: "flag", field: "pinned", label: msg("Pinned") },
  ],
  can: { export: true, bin: true, bulk: [] },
}
