import type { components } from "#client/wire/api.ts"

import { msg } from "./words.ts"

/** An RFC 9457 problem: the one shape in which every service reports a failure. */
export interface Problem {
  /** URI that names the kind, `about:blank` when only the status says it. */
  type: string
  title: string
  /** HTTP status; 0 when no answer came (offline, timed out). */
  status: number
  /** Text for the user; the only server text that may be shown. */
  detail?: string
  instance?: string
  errors?: readonly FieldError[]
  /** The right that is missing, where one is, and who could grant it. */
  permission?: string
  grantedBy?: readonly string[]
  /** What stands there now, where somebody else changed it meanwhile. */
  current?: Current
  /** How long the server wants to be left alone, where it said so. */
  retryAfterMs?: number
  /** Where it is used, where that keeps it from being deleted. */
  uses?: readonly UseOfRecord[]
}

export type Current = components["schemas"]["Current"]
export type UseOfRecord = components["schemas"]["UseOfRecord"]

export interface FieldError {
  /** JSON pointer into the request body, such as `/companyName`. */
  pointer: string
  detail: string
}

/** The session reads under another view than the page was opened in. */
export const VIEW_CHANGED = "/problems/viewing-over"

/** Whether the user may not do this, whatever view the page was opened in. */
export function isForbidden({ status, type }: Problem): boolean {
  return status === 403 && type !== VIEW_CHANGED
}

/** The one sentence that says why: of the first field at fault, else of the whole. */
export function reasonOf({ errors, detail, title }: Problem): string {
  return errors?.[0]?.detail ?? detail ?? title
}

/** What the page says when a service gave no text of its own. */
export const NO_ANSWER = msg("Couldn't reach the server. Check your connection and try again.")

/** The problem that stands for a request without an answer. */
export function unreachable(detail = NO_ANSWER): Problem {
  return { type: "about:blank", title: "No response", status: 0, detail }
}

/** Reads a response body as a problem; a body of any other shape leaves what the status says. */
export function problemFrom(status: number, body: unknown): Problem {
  const fallback: Problem = { type: "about:blank", title: `HTTP status ${status}`, status }
  if (!isRecord(body)) return fallback
  const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isFieldError) : []
  return {
    type: text(body["type"]) ?? fallback.type,
    title: text(body["title"]) ?? fallback.title,
    status,
    ...optional("detail", text(body["detail"])),
    ...optional("instance", text(body["instance"])),
    ...(errors.length > 0 ? { errors } : {}),
    ...optional("permission", text(body["permission"])),
    ...(Array.isArray(body["grantedBy"])
      ? { grantedBy: body["grantedBy"].filter((name) => typeof name === "string") }
      : {}),
    ...(isCurrent(body["current"]) ? { current: body["current"] } : {}),
    ...(Array.isArray(body["uses"]) ? { uses: body["uses"].filter(isUse) } : {}),
  }
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && text(value["pointer"]) !== null && text(value["detail"]) !== null
}

function isCurrent(value: unknown): value is Current {
  return (
    isRecord(value) && typeof value["version"] === "number" && text(value["updatedAt"]) !== null
  )
}

function isUse(value: unknown): value is UseOfRecord {
  return isRecord(value) && text(value["kind"]) !== null && typeof value["count"] === "number"
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

function optional<K extends string>(key: K, value: string | null): Partial<Record<K, string>> {
  const entry: Partial<Record<K, string>> = {}
  if (value !== null) entry[key] = value
  return entry
}

/** Specification 8: the `detail` with which the sign-in service refuses a suspended account. */
export const SUSPENDED = "Account was suspended"
