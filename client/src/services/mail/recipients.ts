/** Whom a letter can go to, as one types: contacts, colleagues, and tags for everybody who has one. */
import { useQuery } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import { usePage } from "#client/services/page.tsx"
import type { components } from "#client/wire/api.ts"

import { type Address, addressOf } from "./letters.ts"

type Wire = components["schemas"]

export type Recipient =
  | { kind: "contact"; id: string; name: string; address: Address | null; isUnwilling: boolean }
  | { kind: "user"; id: string; name: string; address: Address; isUnwilling: false }
  | { kind: "tag"; id: string; name: string; count: number }

const PAUSE_MS = 120
const EACH = 5

/** What matches the text, best first, of what the user may see. */
export function useRecipients(text: string): { found: readonly Recipient[]; pending: boolean } {
  const { session } = usePage()
  const rights = session?.permissions ?? []
  const query = useQuery({
    queryKey: ["recipients", text],
    queryFn: async ({ signal }) => {
      await pause(signal)
      const ask = <T>(right: string, path: string): Promise<T[]> =>
        rights.includes(right) ? search<T>(path, text, signal) : Promise.resolve([])
      const [contacts, users, tags] = await Promise.all([
        ask<Wire["Contact"]>("contact:view", "/contact/api/v1/contacts"),
        ask<Wire["User"]>("user:view", "/iam/api/v1/users"),
        ask<Wire["ContactTag"]>("contactTag:view", "/contact/api/v1/contact-tags"),
      ])
      return [...contacts.map(ofContact), ...users.map(ofUser), ...tags.map(ofTag)]
    },
    enabled: text !== "",
    staleTime: 60_000,
  })
  return {
    found: query.data ?? [],
    pending: text !== "" && query.data === undefined && query.isFetching,
  }
}

async function search<T>(path: string, text: string, signal: AbortSignal): Promise<T[]> {
  const query = new URLSearchParams({ search: text, page: "1", pageSize: String(EACH) })
  const { data } = await request<Body<T[]>>(`${path}?${query}`, { signal })
  return data
}

function ofContact(contact: Wire["Contact"]): Recipient {
  const { _id: id, displayName: name, doNotContact: isUnwilling } = contact
  return { kind: "contact", id, name, address: addressOf(contact), isUnwilling }
}

function ofUser({ _id: id, name, emailId }: Wire["User"]): Recipient {
  return { kind: "user", id, name, address: { name, address: emailId }, isUnwilling: false }
}

function ofTag({ _id: id, name, usageCount: count }: Wire["ContactTag"]): Recipient {
  return { kind: "tag", id, name, count }
}

/** Until the typing pauses; another letter ends it. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(new DOMException("another text", "AbortError"))
    })
  })
}
