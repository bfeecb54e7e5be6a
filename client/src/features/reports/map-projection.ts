/** The Equal Earth projection (Šavrič, Patterson and Jenny, 2018): areas keep their proportion, so a colour misleads nobody. */
import { round } from "#client/lib/chart.ts"

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796]
const M = Math.sqrt(3) / 2
const DEGREE = Math.PI / 180
/** Half the width and height of the projected globe. */
const X = 2.70663
const Y = 1.317363

/** User units of the drawing; Antarctica is left out of it. */
export const MAP_WIDTH = 800
export const MAP_HEIGHT = 350

/** User units a unit of the projection. */
const SCALE = MAP_WIDTH / (2 * X)

/** Where a place is drawn; degrees east and north. */
export function project([east = 0, north = 0]: readonly number[]): [x: number, y: number] {
  const a = Math.asin(M * Math.sin(north * DEGREE))
  const a2 = a * a
  const a6 = a2 * a2 * a2
  const x = (east * DEGREE * Math.cos(a)) / (M * (A1 + 3 * A2 * a2 + a6 * (7 * A3 + 9 * A4 * a2)))
  const y = a * (A1 + A2 * a2 + a6 * (A3 + A4 * a2))
  return [round((x + X) * SCALE), round((Y - y) * SCALE)]
}

/** An SVG path of rings of places. */
export function pathOf(polygons: readonly (readonly (readonly number[])[])[][]): string {
  return polygons
    .flat()
    .map(
      (ring) =>
        `M${unwrapped(ring)
          .map((place) => project(place).join(" "))
          .join("L")}Z`,
    )
    .join("")
}

/** The ring in one piece where it crosses the 180th meridian, on the side on which most of it lies. */
function unwrapped(ring: readonly (readonly number[])[]): readonly (readonly number[])[] {
  let shift = 0
  let before: number | null = null
  const places = ring.map(([east = 0, north = 0]) => {
    if (before !== null && Math.abs(east + shift - before) > 180) {
      shift += east + shift > before ? -360 : 360
    }
    before = east + shift
    return [before, north] as const
  })
  const middle = places.reduce((sum, [east]) => sum + east, 0) / Math.max(1, places.length)
  const turn = middle > 180 ? -360 : middle < -180 ? 360 : 0
  return places.map(([east, north]) => [east + turn, north])
}
