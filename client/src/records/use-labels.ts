/** What the stored values of a lookup are called. */
import { useEffect, useState } from "react"

import { isReadable } from "#client/lib/need-rights.ts"
import { usePage, useVisit } from "#client/services/page.tsx"
import { useReference } from "#client/services/use-reference.ts"
import { useText } from "#client/ui/text.tsx"

import type { Source } from "./sources.ts"

/** Ids are no names; codes are shown until their name is there. */
const ID = /^[0-9a-f-]{36}$/u

/** What stored values are called: as the page brought it or a store has it, else asked once the page stands. */
export function useLabels(source: Source, values: readonly string[]): (value: string) => string {
  const t = useText()
  const { queries } = useVisit()
  const rights = usePage().session?.permissions ?? []
  const lists = useReference()
  const brought = source.brought?.(queries) ?? []
  const given = (value: string) =>
    brought.find((choice) => choice.value === value)?.label ?? source.known?.(lists, value)
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  // Who may not read the list is answered with a refusal each time.
  const isAsked = source.service === undefined || isReadable(source.service, rights)
  const missing = (isAsked ? values : [])
    .filter((value) => given(value) === undefined && !labels.has(value))
    .join("|")
  useEffect(() => {
    if (missing === "") return undefined
    let isOver = false
    const ask = async (value: string): Promise<[string, string]> => {
      try {
        return [value, (await source.one(value, queries))?.label ?? value]
      } catch {
        return [value, value]
      }
    }
    const askAll = async () => {
      const found = await Promise.all(missing.split("|").map(ask))
      if (!isOver) setLabels((old) => new Map([...old, ...found]))
    }
    void askAll()
    return () => {
      isOver = true
    }
  }, [source, missing, queries])
  const guess = source.guess ?? ((value: string) => (ID.test(value) ? "" : value))
  return (value) => {
    const label = given(value) ?? labels.get(value) ?? guess(value)
    return source.say === undefined ? label : source.say({ value, label }, t)
  }
}
