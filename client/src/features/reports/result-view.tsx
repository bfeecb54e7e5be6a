import { useState } from "react"

import type { Look } from "#client/records/noun.ts"
import { useSavesData } from "#client/services/page.tsx"
import type { ReportResult } from "#client/services/reports.ts"
import { Button } from "#client/ui/button.tsx"
import { Chart } from "#client/ui/chart.tsx"
import type { ChartKind } from "#client/ui/chart.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { Table } from "#client/ui/table.tsx"

import { cellText, isNumeric } from "./result-cells.ts"

const PAGE = 50

interface ResultViewProps {
  result: ReportResult
  title: string
  look: Look
}

/** What a run gave: its chart, and its rows page by page with what they come to. */
export function ResultView({ result, title, look }: ResultViewProps) {
  const { t } = look
  const [page, setPage] = useState(1)
  const { columns, rows, totals, truncated } = result
  if (rows.length === 0) {
    return (
      <EmptyState icon="chart" title={t("No record fits")}>
        <p>{t("The filters of the report leave nothing to show.")}</p>
      </EmptyState>
    )
  }
  const last = Math.ceil(rows.length / PAGE)
  const from = (page - 1) * PAGE
  const shown = rows.slice(from, from + PAGE)
  return (
    <div className="rp-result">
      {isDrawn(result) ? (
        <div className="ui-card">
          <ResultChart look={look} result={result} title={title} />
        </div>
      ) : null}
      <Table caption={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading column={column} key={column.key} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a result do not move
            <Row columns={columns} key={from + index} look={look} row={row} />
          ))}
        </tbody>
        {totals == null ? null : (
          <tfoot>
            <tr className="rp-totals">
              {columns.map((column, at) => (
                <td className={isNumeric(column) ? "ui-number" : undefined} key={column.key}>
                  {totals[at] == null
                    ? at === 0
                      ? t("All records")
                      : ""
                    : cellText(totals[at], column.kind, look)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
      <div className="rp-pages">
        <p aria-live="polite">
          {t("{from} to {to} of {total}", {
            from: from + 1,
            to: from + shown.length,
            total: rows.length,
          })}
          {truncated ? ` ${t("There are more; raise the limit of the report to see them.")}` : ""}
        </p>
        {last > 1 ? (
          <>
            <Button aria-disabled={page === 1} onClick={() => setPage(Math.max(1, page - 1))}>
              {t("Previous")}
            </Button>
            <Button aria-disabled={page === last} onClick={() => setPage(Math.min(last, page + 1))}>
              {t("Next")}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

/** How many rows a summary shows where there is no chart. */
const FEW = 5

/** The same in small: the chart, or the first rows of the first two columns. */
export function ResultSummary({ result, title, look }: ResultViewProps) {
  const { rows, columns } = result
  if (rows.length === 0) return <p className="ui-none">{look.t("No record fits")}</p>
  if (isDrawn(result)) return <ResultChart look={look} result={result} title={title} />
  const shown = columns.slice(0, 2)
  return (
    <Table caption={title}>
      <thead>
        <tr>
          {shown.map((column) => (
            <Heading column={column} key={column.key} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, FEW).map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of a result do not move
          <Row columns={shown} key={index} look={look} row={row} />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  columns: ReportResult["columns"]
  row: readonly unknown[]
  look: Look
}

function Row({ columns, row, look }: RowProps) {
  return (
    <tr>
      {columns.map((column, at) => (
        <Cell
          isFirst={at === 0}
          isNumber={isNumeric(column)}
          key={column.key}
          text={cellText(row[at], column.kind, look)}
        />
      ))}
    </tr>
  )
}

function Heading({ column }: { column: ReportResult["columns"][number] }) {
  return (
    <th className={isNumeric(column) ? "ui-number" : undefined} scope="col">
      {column.label}
    </th>
  )
}

function Cell(props: { isFirst: boolean; isNumber: boolean; text: string }) {
  const { isFirst, isNumber, text } = props
  const className = isNumber ? "ui-number" : undefined
  return isFirst ? (
    <th className={className} scope="row">
      <bdi>{text}</bdi>
    </th>
  ) : (
    <td className={className}>
      <bdi>{text}</bdi>
    </td>
  )
}

function isDrawn({ chart }: ReportResult): boolean {
  return chart !== null && chartKind(chart.type) !== null
}

function ResultChart({ result, title, look }: ResultViewProps) {
  const { chart, columns } = result
  const kind = chart === null ? null : chartKind(chart.type)
  // The rows below say the same to who asked to be sent less.
  const savesData = useSavesData()
  if (chart === null || kind === null || savesData) return null
  const [x, y] = [chart.x, chart.y].map((key) => columns.find((column) => column.key === key))
  const points = chart.points.flatMap((point) =>
    typeof point.y === "number"
      ? [{ label: cellText(point.x, x?.kind ?? "text", look), value: point.y }]
      : [],
  )
  return (
    <Chart
      empty={look.t("There is nothing to draw.")}
      format={(value) => cellText(value, "number", look)}
      kind={kind}
      points={points}
      title={title}
      x={x?.label ?? chart.x}
      y={y?.label ?? chart.y}
    />
  )
}

function chartKind(type: string): ChartKind | null {
  return type === "bar" || type === "line" || type === "pie" ? type : null
}
