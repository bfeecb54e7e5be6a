import { useId } from "react"
import type { ReactNode } from "react"

import type { Point } from "#client/lib/chart.ts"
import { keyed, round, scaleOf } from "#client/lib/chart.ts"
import { Plot } from "#client/ui/chart-plot.tsx"
import { Drawing } from "#client/ui/drawing.tsx"
import { Table } from "#client/ui/table.tsx"
import { useText } from "#client/ui/text.tsx"
import { useWidth } from "#client/ui/use-width.ts"

export type ChartKind = "bar" | "line" | "pie"

export interface ChartProps {
  kind: ChartKind
  title: string
  /** Headings of the table: what is named, what is counted. */
  x: string
  y: string
  points: readonly Point[]
  /** A value as the reader writes it. */
  format: (value: number) => string
  /** What to say when there is no value. */
  empty: ReactNode
}

/** What a server draws for, which knows no width. */
const WIDTH = 560

/** A drawing of one series with the same as a table below it: nothing is told by the drawing alone. */
export function Chart(props: ChartProps) {
  const { title, x, y, points, format, empty } = props
  const t = useText()
  const id = useId()
  const [figure, width] = useWidth<HTMLElement>(WIDTH)
  if (points.length === 0) return <div className="ui-chart-none">{empty}</div>
  return (
    <figure aria-labelledby={id} className="ui-chart" ref={figure}>
      <figcaption className="ui-chart-title" id={id}>
        {title}
      </figcaption>
      <Plot {...props} width={width} />
      <details className="ui-chart-data">
        <summary>{t("Show the values as a table")}</summary>
        <Table caption={title}>
          <thead>
            <tr>
              <th scope="col">{x}</th>
              <th className="ui-number" scope="col">
                {y}
              </th>
            </tr>
          </thead>
          <tbody>
            {keyed(points).map(({ key, label, value }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td className="ui-number">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}

interface SparklineProps {
  values: readonly number[]
  /** What it shows in words, such as "12 today, 9 yesterday". */
  label: string
}

const WIDE = 96
const HIGH = 24

/** The course of a few values, as high as a line of text. */
export function Sparkline({ values, label }: SparklineProps) {
  const { at } = scaleOf(values)
  const step = values.length > 1 ? WIDE / (values.length - 1) : WIDE
  const course = values.map((value, index) => `${round(index * step)},${round(place(at(value)))}`)
  return (
    <Drawing
      className="ui-chart-spark"
      height={HIGH}
      label={label}
      viewBox={`-2 0 ${WIDE + 4} ${HIGH}`}
      width={WIDE}
    >
      <polyline points={course.join(" ")} />
    </Drawing>
  )
}

/** The stroke stays inside at both ends. */
function place(part: number): number {
  return HIGH - 2 - part * (HIGH - 4)
}
