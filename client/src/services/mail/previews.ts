/** What a letter would say to one of its recipients, as the mail service writes it. */
import { useQuery } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import { type Problem, unreachable } from "#client/lib/problem.ts"
import { request } from "#client/services/http.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import type { components } from "#client/wire/api.ts"

import type { Letter } from "./letters.ts"
import { pause } from "./recipients.ts"

type Wire = components["schemas"]

export type LetterPreview = Wire["LetterPreview"]

/** What of a letter decides what it says. */
export type Worded = Pick<
  Letter,
  "mode" | "to" | "subject" | "html" | "text" | "templateId" | "language" | "context" | "values"
>

/** Until the typing pauses. */
const PAUSE_MS = 400

/** Asked again whenever the letter changes; `recipient` is a place among `to`. Of `null`, nothing is asked. */
export function useLetterPreview(
  letter: Worded | null,
  recipient: number,
): { preview: LetterPreview | null; problem: Problem | null } {
  const query = useQuery({
    queryKey: ["letter-preview", letter, recipient],
    queryFn: async ({ signal }) => {
      await pause(signal, PAUSE_MS)
      const { data } = await request<Body<LetterPreview>>("/mail/api/v1/send/preview", {
        method: "POST",
        body: { ...letter, recipient },
        signal,
      })
      return data
    },
    enabled: letter !== null,
    placeholderData: (old) => old,
  })
  const { error } = query
  return {
    preview: query.status === "error" || letter === null ? null : (query.data ?? null),
    problem: error === null ? null : error instanceof RequestFailed ? error.problem : unreachable(),
  }
}
