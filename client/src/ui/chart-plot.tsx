import {
  keyed,
  labelled,
  largest,
  onCircle,
  round,
  scaleOf,
  slicePath,
  slicesOf,
} from "#client/lib/chart.ts"
import type { ChartProps } from "#client/ui/chart.tsx"
import { classNames } from "#client/ui/class-names.ts"
import { Drawing } from "#client/ui/drawing.tsx"
import { useText } from "#client/ui/text.tsx"

const HIGH = 260
/** Room for the labels of the value axis, and below for those of the other one. */
const START = 52
const FOOT = 28
const TOP = 22
const RADIUS = 110
/** About the room of a label. */
const LABEL = 84

/** `width` is that of the drawing in pixels, so that what is written keeps its size. */
type PlotProps = ChartProps & { width: number }

/** The drawing itself; the table beside it says the same to whoever does not see it. */
export function Plot(props: PlotProps) {
  switch (props.kind) {
    case "pie":
      return <Pie {...props} />
    case "line":
      return <Upright {...props} />
    case "bar":
      return isShort(props) ? <Upright {...props} /> : <Lying {...props} />
    default:
      return props.kind satisfies never
  }
}

/** Whether the labels fit below upright bars. */
function isShort({ points, width }: PlotProps): boolean {
  return points.length <= width / 18 && points.every(({ label }) => label.length <= 10)
}

/** Values upwards, labels below: bars or a line. Labels without room are there all the same, for what is read does not change. */
function Upright({ kind, title, points, format, width: wide }: PlotProps) {
  const scale = scaleOf(points.map(({ value }) => value))
  const room = (wide - START - 8) / points.length
  const high = HIGH - FOOT - TOP
  const yOf = (value: number) => round(TOP + (1 - scale.at(value)) * high)
  const middle = (index: number) => round(START + (index + 0.5) * room)
  const isLabelled = labelled(points.length, Math.floor((wide - START) / LABEL))
  const named = largest(points, points.length <= 12 ? 12 : 3)
  const width = round(Math.min(room * 0.68, 56))
  return (
    <Drawing className="ui-chart-svg" label={title} height={HIGH} viewBox={`0 0 ${wide} ${HIGH}`}>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? "ui-chart-zero" : "ui-chart-grid"}
            x1={START}
            x2={wide}
            y1={yOf(tick)}
            y2={yOf(tick)}
          />
          <text textAnchor="end" x={START - 8} y={yOf(tick) + 4}>
            {format(tick)}
          </text>
        </g>
      ))}
      {kind === "line" ? (
        <polyline
          className="ui-chart-line"
          points={points.map(({ value }, index) => `${middle(index)},${yOf(value)}`).join(" ")}
        />
      ) : null}
      {keyed(points).map(({ key, label, value }, index) => (
        <g key={key}>
          {kind === "line" ? (
            <circle
              className="ui-chart-dot"
              cx={middle(index)}
              cy={yOf(value)}
              r={points.length > 40 ? 1.5 : 3.5}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </circle>
          ) : (
            <rect
              className="ui-chart-bar"
              height={round(Math.abs(yOf(value) - yOf(0)))}
              rx="2"
              width={width}
              x={round(middle(index) - width / 2)}
              y={Math.min(yOf(value), yOf(0))}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          )}
          {named.has(index) ? (
            <text
              className="ui-chart-value"
              textAnchor="middle"
              x={middle(index)}
              y={round(yOf(value) - 7)}
            >
              {format(value)}
            </text>
          ) : null}
          <text
            className={isLabelled(index) ? undefined : "ui-chart-spare"}
            textAnchor="middle"
            x={middle(index)}
            y={HIGH - 8}
          >
            {label}
          </text>
        </g>
      ))}
    </Drawing>
  )
}

const ROW = 40

/** Long labels lie above their bars, whose values stand at the other end. */
function Lying({ title, points, format, width: wide }: PlotProps) {
  const scale = scaleOf(points.map(({ value }) => value))
  const xOf = (value: number) => round(scale.at(value) * wide)
  return (
    <Drawing
      className="ui-chart-svg"
      label={title}
      height={points.length * ROW}
      viewBox={`0 0 ${wide} ${points.length * ROW}`}
    >
      {keyed(points).map(({ key, label, value }, index) => (
        <g key={key}>
          <text x="0" y={index * ROW + 16}>
            {shortened(label, wide)}
          </text>
          <text className="ui-chart-value" textAnchor="end" x={wide} y={index * ROW + 16}>
            {format(value)}
          </text>
          <rect
            className="ui-chart-rail"
            height="10"
            rx="2"
            width={wide}
            x="0"
            y={index * ROW + 23}
          />
          <rect
            className="ui-chart-bar"
            height="10"
            rx="2"
            width={Math.max(1, Math.abs(xOf(value) - xOf(0)))}
            x={Math.min(xOf(value), xOf(0))}
            y={index * ROW + 23}
          >
            <title>{`${label}: ${format(value)}`}</title>
          </rect>
        </g>
      ))}
    </Drawing>
  )
}

/** Shares of a whole; the legend names each with its value, so no colour has to be told from another. */
function Pie({ title, points, format }: ChartProps) {
  const t = useText()
  const slices = keyed(slicesOf(points, t("Others")))
  return (
    <div className="ui-chart-pie">
      <Drawing className="ui-chart-svg" height="240" label={title} viewBox="-120 -120 240 240">
        {slices.map((slice, index) => (
          <path className={series(index)} d={slicePath(slice, RADIUS)} key={slice.key}>
            <title>{`${slice.label}: ${format(slice.value)}`}</title>
          </path>
        ))}
        {slices.map(({ key, from, share }, index) => {
          const [x, y] = onCircle(from + share / 2, RADIUS * 0.68)
          return share < 0.06 ? null : (
            <text className="ui-chart-share" key={key} textAnchor="middle" x={x} y={round(y + 4)}>
              {index + 1}
            </text>
          )
        })}
      </Drawing>
      <ol className="ui-chart-legend">
        {slices.map(({ key, label, value, share }, index) => (
          <li key={key}>
            <svg aria-hidden="true" className={series(index)} height="12" width="12">
              <rect height="12" rx="2" width="12" />
            </svg>
            <span>{label}</span>
            <span className="ui-chart-amount">
              {t("{value} ({percent} %)", {
                value: format(value),
                percent: Math.round(share * 100),
              })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function series(index: number): string {
  return classNames("ui-chart-series", `ui-chart-series-${index + 1}`)
}

function shortened(label: string, wide: number): string {
  const letters = Array.from(label)
  const most = Math.max(12, Math.floor(wide / 11))
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : label
}
