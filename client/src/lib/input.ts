/** What Rust hands to a page: the input of `render` and, unchanged, the state script that the browser starts from. */
import type { Problem } from "./problem.ts"
import type { SessionView } from "./session.ts"

export interface RenderInput {
  /** Path and search, normalised. */
  url: string
  session: SessionView | null
  data: Record<string, NeedResult>
  env: Env
}

/** A service's success body; lists carry their paging beside the rows. */
export interface Body<T = unknown> {
  data: T
  page?: number
  pageSize?: number
  total?: number
  /** True where there are more rows than `total`, which says how many were counted. */
  totalIsLowerBound?: boolean
  /** Where the next part of a list by cursor begins; absent on the last one. */
  next?: string
}

/** Key in `data` under which a refused form comes back; no need is called so. */
export const FORM = "form"

/** A form that was posted without script and came back. */
export interface PostedForm {
  /** Why it was refused, if it was. */
  problem: Problem | null
  /** What had been typed, passwords aside. */
  email: string
  code: string
  /** What goes on with a sign-in that wants a code of the authenticator app. */
  pending: PendingSignIn | null
  /** What was typed in the form of a record. */
  record?: PostedRecord
}

/** The form of a record as it was sent, in the shape of the service. */
export interface PostedRecord {
  values: Readonly<Record<string, unknown>>
  /** What the form was drawn from. */
  base: Readonly<Record<string, unknown>>
  /** State of the lookup fields, by the name of the control. */
  lookups: Readonly<Record<string, LookupState>>
}

export interface LookupState {
  /** What was typed, where it did not name one record. */
  text: string
  /** The records that it may mean. */
  choices: readonly NamedValue[]
  /** Labels of the field's values. */
  names: readonly NamedValue[]
}

export interface NamedValue {
  value: string
  label: string
}

export interface PendingSignIn {
  credential: string
  factorId: string
}

/** The form that came back with this document, if one did. */
export function postedFormOf({ data }: Pick<RenderInput, "data">): PostedForm | null {
  const form = data[FORM] ?? null
  if (form === null || isBody(form)) return null
  if ("sent" in form) return { problem: null, email: "", code: "", pending: null }
  const { error, email = "", code = "", pending = null } = form
  if ("record" in form && form.record !== undefined) {
    return { problem: error, email, code, pending, record: form.record }
  }
  return { problem: error, email, code, pending }
}

/** One need: the service's body, its problem, or `null` while it has not answered. A form comes back as one, too. */
export type NeedResult =
  | Body
  | { error: Problem; email?: string; code?: string; pending?: never }
  | { error: Problem | null; email?: never; code: string; pending: PendingSignIn }
  | { error: Problem | null; email?: never; code?: never; pending?: never; record?: PostedRecord }
  | { sent: true }
  | null

/** Everything that would differ between server and browser, so that both print the same text. */
export interface Env {
  /** BCP 47 tag. */
  locale: string
  /** IANA zone. */
  timeZone: string
  /** RFC 3339 instant of the render. */
  now: string
  theme: "system" | "light" | "dark" | "contrast"
  /** What the visitor asked for besides; `save-data`: no photos and no drawings. */
  features: readonly string[]
  /** Idempotency key of the form that the page draws. */
  formKey?: string
  /** Scheme, host and port that are configured; with `null`, no absolute address is taken for one of ours. */
  publicOrigin: string | null
  identity: IdentityEnv
  outside: OutsideEnv
}

/** What the policy of this document lets in of others: nothing before a sign-in. */
export interface OutsideEnv {
  /** Google's maps: on pages with a map, where there is a key. */
  maps: boolean
  scripts: readonly OutsideScript[]
}

export interface OutsideScript {
  name: "analytics" | "chat" | "error_reporting" | "session_replay" | "web_analytics"
  /** Its address; `{key}` in it stands for the analytics key. */
  src: string
  /** Whether it is loaded only where there is an analytics key. */
  needsKey: boolean
}

/** Which identity provider the browser signs in with; nothing of it is secret. */
export interface IdentityEnv {
  /** The binary itself answers, under the page's own origin. */
  embedded: boolean
  /** Whether passkeys can be made and used. */
  passkeys: boolean
  apiKey: string
  projectId: string
  authDomain: string | null
  appId: string | null
  /** Where the realtime database is; `null` when the page's own origin serves it. */
  databaseUrl: string | null
  /** Origin of an Auth emulator that stands in the provider's place. */
  authEmulator: string | null
}

/** Whether a need has been answered with a body. */
export function isBody(result: NeedResult): result is Body {
  return result !== null && "data" in result
}
