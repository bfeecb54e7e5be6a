/** The names of what lookups have chosen, where nothing can be chosen. */
import { Dash } from "./cells.tsx"
import type { Source } from "./sources.ts"
import { useLabels } from "./use-names.ts"

interface LookupTextProps {
  source: Source
  value: string
  /** What the value is called, where that is known already. */
  shown: string | undefined
}

export function LookupText({ source, value, shown }: LookupTextProps) {
  const label = useLabels(source, shown === undefined ? [value] : [])
  const text = shown ?? label(value)
  return text === "" ? <Dash /> : <bdi>{text}</bdi>
}

export function LookupsText({ source, values }: { source: Source; values: readonly string[] }) {
  const label = useLabels(source, values)
  const texts = values.map((value) => label(value)).filter((text) => text !== "")
  return texts.length === 0 ? <Dash /> : <bdi>{texts.join(", ")}</bdi>
}
