/** What stored values are called: as the page brought it or a store has it, else asked once the page stands. */
import { useEffect, useState } from "react"

import { isReadable } from "#client/lib/need-rights.ts"
import { usePage, useVisit } from "#client/services/page.tsx"
import { useReference } from "#client/services/use-reference.ts"
import { useText } from "#client/ui/text.tsx"

import type { Source } from "./sources.ts"

/** A stored value, and where its name is found. */
export interface Stored {
  source: Source
  value: string
}

/** Ids are no names; codes are shown until their name is there. */
const ID = /^[0-9a-f-]{36}$/u

export function useNames(asked: readonly Stored[]): (stored: Stored) => string {
  const t = useText()
  const { queries } = useVisit()
  const rights = usePage().session?.permissions ?? []
  const lists = useReference()
  const given = ({ source, value }: Stored) =>
    source.brought?.(queries).find((choice) => choice.value === value)?.label ??
    source.known?.(lists, value)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  // Without the right to read the list, each question would be refused.
  const unknown = asked.filter(
    (stored) =>
      (stored.source.service === undefined || isReadable(stored.source.service, rights)) &&
      given(stored) === undefined &&
      !names.has(keyOf(stored)),
  )
  const missing = unknown.map(keyOf).join("|")
  useEffect(() => {
    if (missing === "") return undefined
    let isOver = false
    const ask = async (stored: Stored): Promise<[string, string]> => {
      const { source, value } = stored
      try {
        return [keyOf(stored), (await source.one(value, queries))?.label ?? value]
      } catch {
        return [keyOf(stored), value]
      }
    }
    const askAll = async () => {
      const found = await Promise.all(unknown.map(ask))
      if (!isOver) setNames((old) => new Map([...old, ...found]))
    }
    void askAll()
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `missing` says all that matters of `unknown`
  }, [missing, queries])
  return (stored) => {
    const { source, value } = stored
    const guess = source.guess?.(value) ?? (ID.test(value) ? "" : value)
    const label = given(stored) ?? names.get(keyOf(stored)) ?? guess
    return source.say === undefined ? label : source.say({ value, label }, t)
  }
}

/** The same of values of one source. */
export function useLabels(source: Source, values: readonly string[]): (value: string) => string {
  const nameOf = useNames(values.map((value) => ({ source, value })))
  return (value) => nameOf({ source, value })
}

function keyOf({ source, value }: Stored): string {
  return `${source.id}:${value}`
}
