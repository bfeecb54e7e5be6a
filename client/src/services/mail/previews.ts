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

/** What of a letter decides when it leaves to whom. */
type Addressed = Pick<Letter, "mode" | "to" | "cc" | "bcc" | "templateId">

/** Until the typing pauses. */
const PAUSE_MS = 400

/** As time passes, one who was at work no longer is. */
const AGAIN_MS = 60_000

/** Asked again whenever the letter changes; `recipient` is a place among `to`. Of `null`, nothing is asked. */
export function useLetterPreview(
  letter: Worded | null,
  recipient: number,
): { preview: LetterPreview | null; problem: Problem | null } {
  const query = useQuery({
    queryKey: ["letter-preview", letter, recipient],
    queryFn: ({ signal }) => previewed({ ...letter, recipient }, signal),
    enabled: letter !== null,
    placeholderData: (old) => old,
  })
  return {
    preview: query.status === "error" || letter === null ? null : (query.data ?? null),
    problem: problemOf(query.error),
  }
}

/** When the letter would leave to each recipient, in their working hours; `askedAt` is when that was so. */
export function useDeparture(letter: Addressed): {
  departure: Pick<LetterPreview, "leaving" | "apart"> | null
  problem: Problem | null
  askedAt: number
} {
  const query = useQuery({
    queryKey: ["letter-departure", letter],
    queryFn: ({ signal }) => previewed({ ...letter, inWorkingHours: true }, signal),
    placeholderData: (old) => old,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  })
  const { data, error, dataUpdatedAt } = query
  return { departure: data ?? null, problem: problemOf(error), askedAt: dataUpdatedAt }
}

async function previewed(
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<LetterPreview> {
  await pause(signal, PAUSE_MS)
  const { data } = await request<Body<LetterPreview>>("/mail/api/v1/send/preview", {
    method: "POST",
    body,
    signal,
  })
  return data
}

function problemOf(error: Error | null): Problem | null {
  if (error === null) return null
  return error instanceof RequestFailed ? error.problem : unreachable()
}
