/** Where the user is signed in, and ending it from here. */
import { useQueryClient } from "@tanstack/react-query"

import { type Problem, unreachable } from "#client/lib/problem.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import type { components } from "#client/wire/api.ts"

export type OpenSession = components["schemas"]["OpenSession"]
type Ended = components["schemas"]["EndedSessionsResponse"]

const PATH = "/iam/api/v1/sessions"

/** `problem` is why it did not work. */
export type Ending = { status: "ended" } | { status: "failed"; problem: Problem }

export interface OpenSessions {
  /** Ends one; that it has ended already is as good. */
  end: (id: string) => Promise<Ending>
  /** Ends all but the one of this browser. */
  endOthers: () => Promise<Ending>
  /** Asks again which there are. */
  refresh: () => Promise<void>
}

/** What can be done to the sessions that the need of this address lists. */
export function useOpenSessions(): OpenSessions {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: needQuery(PATH).queryKey })
  const attempt = async (work: () => Promise<unknown>): Promise<Ending> => {
    try {
      await work()
      await refresh()
      return { status: "ended" }
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : unreachable()
      if (problem.status !== 404) return { status: "failed", problem }
      await refresh()
      return { status: "ended" }
    }
  }
  return {
    end: (id) => attempt(() => request(`${PATH}/${id}`, { method: "DELETE" })),
    endOthers: () => attempt(() => request<Ended>(`${PATH}/end-others`, { method: "POST" })),
    refresh,
  }
}
