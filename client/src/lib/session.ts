/** The session as the server sees it: who is signed in, for which company, with which rights. */
import { EXPIRED_TEXT } from "#client/lib/account-text.ts"
import { msg } from "#client/lib/words.ts"
import type { components } from "#client/wire/api.ts"

export type SessionView = components["schemas"]["SessionView"]
export type SessionUser = SessionView["user"]
export type SessionCompany = SessionView["company"]

/** Under which other rights than the user's own a session reads. */
export type Viewing = NonNullable<SessionView["viewing"]>

/** As the services put it. */
const VIEWING_TEXTS: Readonly<Record<Viewing["kind"], string>> = {
  role: msg("You are viewing as another role. Nothing can be changed."),
  support: msg("You are visiting as support. Nothing can be changed."),
}

/** Why nothing can be changed at all, whatever the user's rights; `null` when something can. */
export function readOnlyText({
  viewing,
  isExpired,
}: Pick<SessionView, "viewing" | "isExpired">): string | null {
  if (viewing !== null) return VIEWING_TEXTS[viewing.kind]
  return isExpired ? EXPIRED_TEXT : null
}
