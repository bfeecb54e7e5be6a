/**
 * The stores of reference data as screens see them. While a document is hydrated they are as empty as they were on the server;
 * what they hold comes with the next render.
 */
import { useCallback, useMemo, useSyncExternalStore } from "react"

import { type Choice, labelIn } from "#client/lib/choices.ts"
import { countryIn, countryName } from "#client/lib/country-names.ts"
import { type PicklistCode, picklistOptions } from "#client/lib/picklists.ts"
import { languageOf, translate } from "#client/lib/words.ts"

import { useVisit } from "./page.tsx"
import { type ListName, type ReferenceLists, readStore, watchStores } from "./reference.ts"

/** What is there by now. */
export type KnownLists = { readonly [Name in ListName]: ReferenceLists[Name] | undefined }

/** The lists that are there, for naming what is stored. */
export function useReference(): KnownLists {
  const countries = useList("countries")
  const timezones = useList("timezones")
  const currencies = useList("currencies")
  const dropdowns = useList("dropdowns")
  return useMemo(
    () => ({ countries, timezones, currencies, dropdowns }),
    [countries, timezones, currencies, dropdowns],
  )
}

/** One list, once it is there. */
export function useList<N extends ListName>(name: N): ReferenceLists[N] | undefined {
  const { queries } = useVisit()
  const subscribe = useCallback((changed: () => void) => watchStores(queries, changed), [queries])
  const list = useSyncExternalStore(subscribe, () => readStore(queries, name), nothing)
  // A company's own service may have answered with something else.
  return Array.isArray(list) ? list : undefined
}

/** Names countries in the reader's language, and as the company does. */
export function useCountryName(): (code: string) => string {
  const countries = useList("countries")
  const { words } = useVisit()
  return (code) => {
    const row = countries?.find(({ alpha2 }) => alpha2 === code)
    const own = row?.localNames?.[languageOf(words.locale)]
    return own ?? countryIn(code, row?.name ?? countryName(code), (text) => translate(words, text))
  }
}

type Offer = (
  options: readonly Choice[],
  /** Code of the picklist. */
  picklist: string | undefined,
  stored?: readonly string[],
) => readonly Choice[]

/** Gives the options of a closed set as the company's picklist has them; those that are stored stay. */
export function usePicklists(): Offer {
  const { env } = useVisit()
  const dropdowns = useList("dropdowns")
  const language = languageOf(env.locale)
  const day = env.now.slice(0, 10)
  return useCallback(
    (options, picklist, stored = []) => {
      if (picklist === undefined || dropdowns === undefined) return options
      const values = dropdowns.filter(({ group }) => group === picklist)
      return picklistOptions(options, { values, language, day, stored })
    },
    [dropdowns, language, day],
  )
}

/** Names a word of a closed set as the company's picklist does. The name is English, for `t`. */
export function usePicklistWord(): (
  options: readonly Choice[],
  picklist: PicklistCode,
  word: string,
) => string {
  const offer = usePicklists()
  return (options, picklist, word) => labelIn(offer(options, picklist, [word]), word)
}

/** A field whose words have names. */
export interface Worded {
  /** What the screens call its words, in English; an instance of an earlier version says nothing of them. */
  labels?: Readonly<Record<string, string>>
  /** Where a company may call them otherwise. */
  picklist?: string | null
}

/** The words of a field, and what the company calls each. The names are English, for `t`. */
export function useWords(): (field: Worded) => readonly Choice[] {
  const offer = usePicklists()
  return ({ labels = {}, picklist }) => {
    const options = Object.entries(labels).map(([value, label]) => ({ value, label }))
    return offer(options, picklist ?? undefined, Object.keys(labels))
  }
}

function nothing(): undefined {}
