/** The geometry of charts: where the values of a series lie on a plane of user units. Pure, so a server draws them too. */

export interface Point {
  label: string
  value: number
}

/** Points by keys of their own, for labels may be the same. */
export function keyed<P extends Point>(points: readonly P[]): (P & { key: string })[] {
  const seen = new Map<string, number>()
  return points.map((point) => {
    const before = seen.get(point.label) ?? 0
    seen.set(point.label, before + 1)
    return Object.assign({ key: before === 0 ? point.label : `${point.label} #${before}` }, point)
  })
}

/** Values of an axis, from the lowest to the highest; both ends are ticks. */
export interface Scale {
  ticks: readonly number[]
  /** 0 at the lowest tick, 1 at the highest. */
  at: (value: number) => number
}

/** A scale over these values with about `wanted` round ticks; it always holds zero, so that lengths can be compared. */
export function scaleOf(values: readonly number[], wanted = 4): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = roundStep((high - low) / wanted)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    exact((first + index) * step),
  )
  const span = (last - first) * step
  return { ticks, at: (value) => (value - first * step) / span }
}

/** The next of 1, 2, 2.5, 5 times a power of ten. */
function roundStep(raw: number): number {
  if (!(raw > 0) || !Number.isFinite(raw)) return 1
  const power = 10 ** Math.floor(Math.log10(raw))
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= raw * 0.999_999) ?? 10
  return factor * power
}

/** Without the dust of binary fractions, such as 0.30000000000000004. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

export interface Slice extends Point {
  /** Share of the whole, from 0 to 1. */
  share: number
  /** Where it begins, in turns clockwise from the top. */
  from: number
}

/** The most slices that can be told apart. */
export const SLICES = 7

/**
 * Shares of a whole, the largest first; what does not fit into `SLICES` goes together under `rest`.
 *
 * Values that are not above zero have no share and are left out.
 */
export function slicesOf(points: readonly Point[], rest: string): Slice[] {
  const sorted = points.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  const whole = sum(sorted)
  const tail = sorted.length > SLICES ? sorted.slice(SLICES - 1) : []
  const shown =
    tail.length === 0 ? sorted : [...sorted.slice(0, SLICES - 1), { label: rest, value: sum(tail) }]
  let from = 0
  return shown.map(({ label, value }) => {
    const share = value / whole
    const slice = { label, value, share, from }
    from += share
    return slice
  })
}

/** An SVG path of a slice of a circle around the origin; a whole circle is two halves. */
export function slicePath({ from, share }: Pick<Slice, "from" | "share">, radius: number): string {
  if (share > 0.9999)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`
  const [x1, y1] = onCircle(from, radius)
  const [x2, y2] = onCircle(from + share, radius)
  return `M0 0L${x1} ${y1}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x2} ${y2}Z`
}

/** The point of a circle at so many turns clockwise from the top. */
export function onCircle(turns: number, radius: number): [x: number, y: number] {
  const angle = turns * 2 * Math.PI
  return [round(Math.sin(angle) * radius), round(-Math.cos(angle) * radius)]
}

/** A tenth of a user unit is finer than a pixel; server and browser write the same digits. */
export function round(value: number): number {
  const rounded = Math.round(value * 10) / 10
  return Object.is(rounded, -0) ? 0 : rounded
}

/** Indices of the labels that have room along an axis: every n-th one, at most `most` of them. */
export function labelled(count: number, most: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / most))
  return (index) => index % every === 0
}

function sum(points: readonly Point[]): number {
  return points.reduce((total, { value }) => total + value, 0)
}

/** Indices of the largest values, the first of equal ones first; what is not above zero is not among them. */
export function largest(points: readonly Point[], most: number): ReadonlySet<number> {
  const ranked = points
    .map(({ value }, index) => ({ value, index }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value || a.index - b.index)
  return new Set(ranked.slice(0, most).map(({ index }) => index))
}
