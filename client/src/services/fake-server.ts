/** For tests: answers in place of the services, keeps what was asked, and tokens as the server would make them. */
import { vi } from "vitest"

export interface Asked {
  method: string
  path: string
  /** The Authorization header's value. */
  authorization: string | null
  body: unknown
}

type Answer =
  | {
      status?: number
      body?: unknown
      headers?: Record<string, string>
      token?: string | null
    }
  | Error
  | "never"

/** Stands in for `fetch`. A path without an answer is a 404; an answer's `token` becomes the cookie. */
export function fakeServer(answers: Readonly<Record<string, Answer | (() => Answer)>>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const { method = "GET", body, signal } = init
    asked.push({
      method,
      path,
      authorization: new Headers(init.headers).get("Authorization"),
      body: typeof body === "string" ? JSON.parse(body) : null,
    })
    const given = answers[path]
    const answer = typeof given === "function" ? given() : given
    if (answer === "never") return aborted(signal ?? null)
    if (answer instanceof Error) throw answer
    if (answer?.token !== undefined) setToken(answer.token)
    const status = answer === undefined ? 404 : (answer.status ?? 200)
    const text = answer?.body === undefined ? "" : JSON.stringify(answer.body)
    const headers = new Headers(answer?.headers)
    return { ok: status < 400, status, headers, text: async () => text }
  })
  return asked
}

/** Sets or removes the token cookie as the server does. */
export function setToken(token: string | null): void {
  document.cookie = token === null ? "token=; Path=/; Max-Age=0" : `token=${token}; Path=/`
}

/** A token with this subject and, in milliseconds since the epoch, this end. */
export function tokenFor(subject: string, expiry = Date.now() + 900_000): string {
  const payload = btoa(JSON.stringify({ sub: subject, exp: Math.floor(expiry / 1000) }))
  return `h.${payload.replaceAll("=", "")}.s${Math.random().toString(36).slice(2)}`
}

function aborted(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal?.reason ?? new Error("aborted"))
    if (signal?.aborted === true) stop()
    signal?.addEventListener("abort", stop)
  })
}
