import { type ReactNode, useState } from "react"

import { firstValue } from "#client/lib/query.ts"
import type { Look } from "#client/records/noun.ts"
import { usePage, useSavesData } from "#client/services/page.tsx"
import type { ReportResult } from "#client/services/reports.ts"
import { useCountryName } from "#client/services/use-reference.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { Chart } from "#client/ui/chart.tsx"
import type { ChartKind } from "#client/ui/chart.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { Table } from "#client/ui/table.tsx"
import { useText } from "#client/ui/text.tsx"

import { cellText, headingOf, isNumeric } from "./result-cells.ts"
import { type CellText, useCellText } from "./use-cell-text.ts"

const PAGE = 50

interface ResultViewProps {
  result: ReportResult
  title: string
  look: Look
}

/** What a run gave: its chart, and its rows page by page with what they come to. */
export function ResultView({ result, title, look }: ResultViewProps) {
  const { t } = look
  const { url } = usePage()
  const [page, setPage] = useState(() => pageIn(url, Math.ceil(result.rows.length / PAGE)))
  const textOf = useCellText(look)
  const { columns, rows, totals, truncated } = result
  if (rows.length === 0) {
    return (
      <EmptyState icon="chart" title={t("No matching records")}>
        <p>{t("No records match the report's filters.")}</p>
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
      <ResultMap look={look} result={result} title={title} />
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
            <Row columns={columns} key={from + index} row={row} textOf={textOf} />
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
          {truncated ? ` ${t("There are more rows. Raise the row limit to see them.")}` : ""}
        </p>
        {last > 1 ? (
          <>
            <Button aria-disabled={page === 1} onClick={() => setPage(Math.max(1, page - 1))}>
              {t("Previous")}
            </Button>
            <Button aria-disabled={page === last} onClick={() => setPage(Math.min(last, page + 1))}>
              {t("Next")}
            </Button>
            <noscript>
              {page === 1 ? null : <PageLink page={page - 1}>{t("Previous")}</PageLink>}
              {page === last ? null : <PageLink page={page + 1}>{t("Next")}</PageLink>}
            </noscript>
          </>
        ) : null}
      </div>
    </div>
  )
}

/** A link to other rows of the result, without script. */
function PageLink({ page, children }: { page: number; children: ReactNode }) {
  return (
    <a className={buttonClass()} href={`?rows=${String(page)}`}>
      {children}
    </a>
  )
}

/** The page of rows that the address asks for, within those of the result. */
function pageIn(url: string, last: number): number {
  const at = url.indexOf("?")
  const asked = at < 0 ? null : firstValue(url.slice(at), "rows")
  const page = /^\d{1,4}$/u.test(asked ?? "") ? Number(asked) : 1
  return Math.min(Math.max(page, 1), last)
}

/** How many rows a summary shows where there is no chart. */
const FEW = 5

/** The same in small: the chart, or the first rows of the first two columns. */
export function ResultSummary({ result, title, look }: ResultViewProps) {
  const textOf = useCellText(look)
  const { rows, columns } = result
  if (rows.length === 0) return <p className="ui-none">{look.t("No matching records")}</p>
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
          <Row columns={shown} key={index} row={row} textOf={textOf} />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  columns: ReportResult["columns"]
  row: readonly unknown[]
  textOf: CellText
}

function Row({ columns, row, textOf }: RowProps) {
  return (
    <tr>
      {columns.map((column, at) => (
        <Cell
          isFirst={at === 0}
          isNumber={isNumeric(column)}
          key={column.key}
          text={textOf(row[at], column)}
        />
      ))}
    </tr>
  )
}

function Heading({ column }: { column: ReportResult["columns"][number] }) {
  const t = useText()
  return (
    <th className={isNumeric(column) ? "ui-number" : undefined} scope="col">
      {headingOf(column, t)}
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

const WorldMap = onDemand(async () => (await import("./world-map.tsx")).WorldMap)

/** A map where the rows are of one country each and have a number. */
function ResultMap({ result, title, look }: ResultViewProps) {
  const { columns, rows } = result
  const nameOf = useCountryName()
  const savesData = useSavesData()
  const place = columns.findIndex(({ isCountry }) => isCountry)
  const amount = columns.findIndex((column) => isNumeric(column))
  if (place < 0 || amount < 0 || savesData) return null
  const values = rows.flatMap((row) => {
    const [code, value] = [row[place], row[amount]]
    return typeof code === "string" && code !== "" && typeof value === "number"
      ? { code, label: nameOf(code), value }
      : []
  })
  const isOnce = new Set(values.map(({ code }) => code)).size === values.length
  if (values.length === 0 || !isOnce) return null
  return (
    <div className="ui-card">
      <WorldMap
        format={(value: number) => cellText(value, "number", look)}
        title={title}
        values={values}
      />
    </div>
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
  const textOf = useCellText(look)
  if (chart === null || kind === null || savesData) return null
  const [x, y] = [chart.x, chart.y].map((key) => columns.find((column) => column.key === key))
  const points = chart.points.flatMap((point) =>
    typeof point.y === "number" ? [{ label: textOf(point.x, x), value: point.y }] : [],
  )
  return (
    <Chart
      empty={look.t("No data to chart.")}
      format={(value) => cellText(value, "number", look)}
      kind={kind}
      points={points}
      title={title}
      x={x === undefined ? chart.x : headingOf(x, look.t)}
      y={y === undefined ? chart.y : headingOf(y, look.t)}
    />
  )
}

function chartKind(type: string): ChartKind | null {
  return type === "bar" || type === "line" || type === "pie" ? type : null
}
