/** Access tokens, which programs bring in place of a session. */
import { useQueryClient } from "@tanstack/react-query"

import type { Problem } from "#client/lib/problem.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"
import { problemOf } from "#client/services/problem-of.ts"
import type { components } from "#client/wire/api.ts"

export type AccessToken = components["schemas"]["AccessToken"]
export type TokenScope = components["schemas"]["TokenScope"]
export type NewAccessToken = components["schemas"]["NewAccessToken"]
export type CreatedAccessToken = components["schemas"]["CreatedAccessToken"]

/** The tokens of the user who is signed in. */
export const ACCESS_TOKENS = "/iam/api/v1/access-tokens"

/** The tokens of any user. */
export function tokensOfUser(id: string): string {
  return `/iam/api/v1/users/${id}/access-tokens`
}

/** `problem` is why it did not work. */
export type Creation =
  | { status: "created"; token: CreatedAccessToken }
  | { status: "failed"; problem: Problem }

export interface AccessTokens {
  create: (token: NewAccessToken) => Promise<Creation>
  /** Ends one at once; that it is gone already is as good. `null` when it worked. */
  revoke: (id: string) => Promise<Problem | null>
}

/** What can be done to the tokens that the need of this address lists. */
export function useAccessTokens(address: string): AccessTokens {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: needQuery(address).queryKey })
  return {
    create: async (body) => {
      try {
        const { data } = await request<{ data: CreatedAccessToken }>(address, {
          method: "POST",
          body,
        })
        // It is shown now and never again, whatever becomes of the list.
        void refresh()
        return { status: "created", token: data }
      } catch (error) {
        return { status: "failed", problem: problemOf(error) }
      }
    },
    revoke: async (id) => {
      try {
        await request(`${address}/${id}`, { method: "DELETE" })
      } catch (error) {
        const problem = problemOf(error)
        if (problem.status !== 404) return problem
      }
      await refresh()
      return null
    },
  }
}
