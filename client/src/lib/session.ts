/** The session as the server sees it: who is signed in, for which company, with which rights. */
import type { components } from "#client/wire/api.ts"

export type SessionView = components["schemas"]["SessionView"]
export type SessionUser = SessionView["user"]
export type SessionCompany = SessionView["company"]
