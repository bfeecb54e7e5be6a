import { useId } from "react"
import { feature } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"
import world from "world-atlas/countries-110m.json"

import { largest } from "#client/lib/chart.ts"
import { classNames } from "#client/ui/class-names.ts"
import { Drawing } from "#client/ui/drawing.tsx"
import { useText } from "#client/ui/text.tsx"

import { codesByNumber, smallCountries } from "./map-places.ts"
import { MAP_HEIGHT, MAP_WIDTH, pathOf, project } from "./map-projection.ts"

export interface CountryValue {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** Its name. */
  label: string
  value: number
}

interface WorldMapProps {
  title: string
  values: readonly CountryValue[]
  format: (value: number) => string
}

/** Colours by value, from the lowest to the highest. */
const STEPS = 5

/** Values by country on a map of the world. The table of the report says the same. */
export function WorldMap({ title, values, format }: WorldMapProps) {
  const t = useText()
  const id = useId()
  const byCode = new Map(values.map((each) => [each.code, each]))
  const amounts = values.map(({ value }) => value)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const stepOf = (value: number) =>
    high === low
      ? STEPS
      : 1 + Math.min(STEPS - 1, Math.floor(((value - low) / (high - low)) * STEPS))
  const top = [...largest(values, 5)].map((index) => values[index])
  return (
    <figure aria-labelledby={id} className="ui-chart">
      <figcaption className="ui-chart-title" id={id}>
        {t("{title} on the map", { title })}
      </figcaption>
      <Drawing
        className="rp-map"
        label={t("{title} on the map", { title })}
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      >
        {SHAPES.map(({ code, name, path }) => {
          const found = byCode.get(code)
          return (
            <path
              className={classNames("rp-land", found && `rp-map-${stepOf(found.value)}`)}
              d={path}
              key={`${code} ${name}`}
            >
              {found === undefined ? null : (
                <title>{`${found.label}: ${format(found.value)}`}</title>
              )}
            </path>
          )
        })}
        {values.flatMap(({ code, label, value }) => {
          const place = SMALL.get(code)
          if (place === undefined) return []
          const [x, y] = project(place)
          return (
            <circle className={`rp-spot rp-map-${stepOf(value)}`} cx={x} cy={y} key={code} r="5">
              <title>{`${label}: ${format(value)}`}</title>
            </circle>
          )
        })}
      </Drawing>
      <ol className="rp-map-legend">
        {top.map((each) =>
          each === undefined ? null : (
            <li key={each.code}>
              <svg aria-hidden="true" height="12" width="12">
                <rect className={`rp-map-${stepOf(each.value)}`} height="12" rx="2" width="12" />
              </svg>
              <bdi>{each.label}</bdi> {format(each.value)}
            </li>
          ),
        )}
      </ol>
    </figure>
  )
}

const SMALL = smallCountries()
/** Its shape has no number. */
const KOSOVO = "Kosovo"
const ANTARCTICA = "AQ"

const SHAPES = shapes()

function shapes(): readonly { code: string; name: string; path: string }[] {
  const codes = codesByNumber()
  // A JSON module has no literal types.
  // oxlint-disable-next-line no-unsafe-type-assertion
  const topology = world as unknown as Topology<{
    countries: GeometryCollection<{ name: string }>
  }>
  return feature(topology, topology.objects.countries).features.flatMap(
    ({ id, geometry, properties: { name } }) => {
      const code = name === KOSOVO ? "XK" : (codes.get(String(id)) ?? "")
      if (code === ANTARCTICA) return []
      if (geometry.type === "Polygon") return { code, name, path: pathOf([geometry.coordinates]) }
      if (geometry.type !== "MultiPolygon") return []
      return { code, name, path: pathOf(geometry.coordinates) }
    },
  )
}
