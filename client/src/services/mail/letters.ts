/** Letters at the mail service: drafts, which are the writer's own, and messages, which are what became of them. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import type { QueryClient } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import { needQuery } from "#client/services/needs.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { versionTag } from "#client/services/version-tag.ts"
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Letter = Required<Wire["NewMailDraft"]>
export type Draft = Wire["MailDraft"]
export type Message = Wire["MailMessage"]
export type Address = Wire["MailAddress"]
export type MailResult = Wire["MailResult"]
export type Leaving = Wire["Leaving"]
export type Held = Wire["Held"]
export type SentMail = Wire["SentMail"]

export const DRAFTS = "/mail/api/v1/drafts"
export const MESSAGES = "/mail/api/v1/messages"

/** A draft at the service, as it was last seen. */
export interface Kept {
  id: string
  version: number
}

/**
 * Keeps the letter: over the draft that it was, or as a new one. Another tab may have changed that one meanwhile, or sent
 * it; then this text becomes a draft of its own, and none is lost.
 */
export async function keepLetter(letter: Letter, kept: Kept | null): Promise<Kept> {
  if (kept !== null) {
    try {
      return keptOf(await request<Body<Draft>>(`${DRAFTS}/${kept.id}`, change(letter, kept)))
    } catch (error) {
      const isGone =
        error instanceof RequestFailed && [404, 409, 412].includes(error.problem.status)
      if (!isGone) throw error
    }
  }
  return keptOf(await request<Body<Draft>>(DRAFTS, { method: "POST", body: letter }))
}

/** To the bin, from which it can be taken again. */
export async function dropKept({ id }: Pick<Kept, "id">): Promise<void> {
  await request(`${DRAFTS}/${id}`, { method: "DELETE", headers: { "If-Match": "*" } })
}

export async function restoreKept({ id }: Pick<Kept, "id">): Promise<Draft> {
  const headers = { "If-Match": "*" }
  const { data } = await request<Body<Draft>>(`${DRAFTS}/${id}/restore`, {
    method: "POST",
    headers,
  })
  return data
}

/** Sends once, however often it is asked with the same key. The draft goes with it. */
export async function sendLetter(letter: Letter, kept: Kept | null, key: string): Promise<Message> {
  const { data } = await request<Body<Message>>("/mail/api/v1/send", {
    method: "POST",
    body: kept === null ? letter : { ...letter, draftId: kept.id },
    headers: { "Idempotency-Key": key },
  })
  return data
}

/** Takes a message back that has not left. */
export async function cancelMessage(id: string): Promise<Message> {
  const { data } = await request<Body<Message>>(`${MESSAGES}/${id}/cancel`, { method: "POST" })
  return data
}

/** Sends what of a message waits for its time, as if it were sent only now. */
export async function sendMessageNow(id: string): Promise<Message> {
  const { data } = await request<Body<Message>>(`${MESSAGES}/${id}/send-now`, { method: "POST" })
  return data
}

/** Sends once more what did not arrive: to the recipients of these results, or to all whom it did not reach. */
export async function retryMessage(id: string, results: readonly string[] = []): Promise<Message> {
  const { data } = await request<Body<Message>>(`${MESSAGES}/${id}/retry`, {
    method: "POST",
    body: results.length === 0 ? {} : { results },
  })
  return data
}

/** What a message said to the recipient of one of its results. */
export function useSentMail(id: string, result: string | null) {
  return useQuery({
    queryKey: ["letters", "mail", id, result],
    queryFn: ({ signal }) =>
      request<Body<SentMail>>(`${MESSAGES}/${id}/mail?result=${result ?? ""}`, { signal }),
    enabled: result !== null,
    placeholderData: (old) => old,
  })
}

/** Every draft and message is asked for anew. */
export async function forgetLetters(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ["letters"] })
}

const PART = 25

/** How often it is asked what became of messages that are leaving. */
const IN_FLIGHT_MS = 2000

/** How long before it leaves a message counts as leaving. */
const SOON_MS = 15_000

/** Whether something is about to become of it. */
function isInFlight(letter: object): boolean {
  if (!("state" in letter) || !("undoUntil" in letter)) return false
  const { state, undoUntil } = letter
  if (state === "sending") return true
  if ("held" in letter && letter.held !== null) return false
  return (
    state === "queued" &&
    typeof undoUntil === "string" &&
    Date.parse(undoUntil) < Date.now() + SOON_MS
  )
}

interface Part<T> {
  data: T[]
  next?: string
}

/** A list, part by part, the latest first. */
export function useLetters<T extends object>(
  list: typeof DRAFTS | typeof MESSAGES,
  search: string,
) {
  return useInfiniteQuery({
    queryKey: ["letters", list, search],
    queryFn: ({ pageParam, signal }) => {
      const order = list === DRAFTS ? "-updatedAt" : "-createdAt"
      const query = new URLSearchParams({ limit: String(PART), sort: order })
      if (search !== "") query.set("search", search)
      if (pageParam !== "") query.set("after", pageParam)
      return request<Part<T>>(`${list}?${query}`, { signal })
    },
    initialPageParam: "",
    getNextPageParam: (part) => part.next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isInFlight)) === true ? IN_FLIGHT_MS : false,
  })
}

/** What stands under one's mails; `null` until it is known. */
export function useSignature(): string | null {
  const query = useQuery(needQuery<Wire["User"]>("/iam/api/v1/users/me"))
  if (query.status === "error") return ""
  return query.data === undefined ? null : query.data.data.signatureHtml
}

export interface Tagged {
  to: Address[]
  /** Contacts without an address, and those that want no mails. */
  left: number
}

/** Everybody with a tag who can be written to, a hundred at most. */
export async function taggedPeople(tag: string): Promise<Tagged> {
  const filter = encodeURIComponent(`tags:eq:${tag}`)
  const { data } = await request<Body<Wire["Contact"][]>>(
    `/contact/api/v1/contacts?limit=100&filter=${filter}`,
  )
  const to = data.flatMap((contact) => addressOf(contact) ?? [])
  return { to, left: data.length - to.length }
}

/** The primary address of a contact; `null` when it has none or wants no mails. */
export function addressOf(contact: Wire["Contact"]): Address | null {
  const { emails, displayName, doNotContact } = contact
  const email = emails.find(({ primary }) => primary) ?? emails[0]
  if (email === undefined || doNotContact) return null
  return { name: displayName, address: email.address }
}

function change(letter: Letter, { version }: Kept) {
  return { method: "PATCH", body: letter, headers: { "If-Match": versionTag(version) } } as const
}

function keptOf({ data: { _id: id, version } }: Body<Draft>): Kept {
  return { id, version }
}
