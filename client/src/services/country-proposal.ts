/** What a country proposes to a company that works there: everything that the country implies, as the master service has it. */
import { useQuery } from "@tanstack/react-query"
import type { QueryClient } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { REFERENCE_MS } from "./reference.ts"

export type CountryProposal = components["schemas"]["CountryProposal"]

const KEY = "country-proposal"

/** The proposal of the country with this alpha-2 code, once it is there; `null` before, and where there is none. */
export function useCountryProposal(country: string): CountryProposal | null {
  const { data } = useQuery({
    queryKey: [KEY, country],
    queryFn: ({ signal }) =>
      request<Body<CountryProposal>>(
        `/master/api/v1/country-proposal?${new URLSearchParams({ country })}`,
        { signal },
      ),
    enabled: /^[A-Z]{2}$/u.test(country),
    retry: false,
    staleTime: REFERENCE_MS,
  })
  return data?.data ?? null
}

/** After a change of what a proposal says of the company's own data. */
export async function forgetProposals(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [KEY] })
}
