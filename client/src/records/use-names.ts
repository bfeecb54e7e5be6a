/** What stored values are called: as the page brought it or a store has it, else asked once the page stands. */
import { useEffect, useState } from "react"

import { useVisit } from "#client/services/page.tsx"
import { useReference } from "#client/services/use-reference.ts"

import type { Source } from "./sources.ts"

/** A stored value, and where its name is found. */
export interface Stored {
  source: Source
  value: string
}

/** Ids are no names; codes are shown until their name is there. */
const ID = /^[0-9a-f-]{36}$/u

export function useNames(asked: readonly Stored[]): (stored: Stored) => string {
  const { queries } = useVisit()
  const lists = useReference()
  const given = ({ source, value }: Stored) =>
    source.brought?.(queries).find((choice) => choice.value === value)?.label ??
    source.known?.(lists, value)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const unknown = asked.filter((stored) => given(stored) === undefined && !names.has(keyOf(stored)))
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
    return given(stored) ?? names.get(keyOf(stored)) ?? guess
  }
}

function keyOf({ source, value }: Stored): string {
  return `${source.id}:${value}`
}
