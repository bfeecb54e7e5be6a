/** A mail to many contacts at once: to the primary address of each that has one and may be written to. */
import type { Body } from "#client/lib/input.ts"
import { msg } from "#client/lib/words.ts"
import { request } from "#client/services/http.ts"
import { compose } from "#client/services/mail/compose.ts"
import { toast } from "#client/services/toasts.ts"

import type { Contact } from "./contact.tsx"
import { contacts } from "./contact.tsx"

/** As many as one mail goes to. */
const MOST = 100
/** Ids that fit into one condition. */
const AT_ONCE = 100

/** Opens the mail dialog with them; says how many are left out. */
export async function mailContacts(ids: readonly string[]): Promise<void> {
  if (ids.length > MOST) {
    toast.error({
      text: msg("You can e-mail at most {most} contacts at once."),
      values: { most: MOST },
    })
    return
  }
  const rows = await readContacts(ids)
  const to = rows
    .filter(({ doNotContact }) => !doNotContact)
    .flatMap(({ displayName: name, emails: [first] }) =>
      first === undefined ? [] : [{ name, address: first.address }],
    )
  const left = ids.length - to.length
  if (left > 0) {
    toast.info({
      count: left,
      one: msg("{count} contact is left out because it has no address or has opted out."),
      many: msg("{count} contacts are left out because they have no address or have opted out."),
    })
  }
  if (to.length > 0) compose({ to })
}

async function readContacts(ids: readonly string[]): Promise<readonly Contact[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) =>
    ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
  const answers = await Promise.all(
    parts.map((part) => {
      const search = new URLSearchParams({ limit: String(AT_ONCE), sort: "displayName" })
      search.append("filter", `_id:in:${part.join("|")}`)
      return request<Body<readonly Contact[]>>(`${contacts.service}?${search}`)
    }),
  )
  return answers.flatMap(({ data }) => data)
}
