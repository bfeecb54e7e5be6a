/** One exchange with a service: credentials out, problem in. It never retries and never logs. */
import { type Problem, problemFrom, unreachable } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"

import { noteAnswer, noteSilence, silencesSoFar } from "./online.ts"
import { RequestFailed } from "./request-failed.ts"
import { readToken } from "./session/token-cookie.ts"
import { noteRefusal, pageView, refusalOf } from "./session/viewing.ts"

export interface SendOptions {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of a body; its type stands in the headers. */
  bytes?: Blob
  /** A `Blob` instead of what JSON says. */
  receives?: "bytes"
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  timeoutMs?: number
  /** How far what the browser keeps may answer. */
  cache?: RequestCache
  /** Stands in for the token cookie's value; `null` sends no credential. */
  token?: string | null
}

/** A service that has not answered by then counts as silent. */
const TIMEOUT_MS = 30_000

const LATE = msg("The server took too long to answer. Try again.")

const OFFLINE = msg("You are offline. Try again when you are connected.")

/** Sends to the page's own origin and gives the JSON body, or the bytes of it; every other outcome is a `RequestFailed`. */
export async function send<T>(path: string, options: SendOptions = {}): Promise<T> {
  const { method = "GET", body, token = readToken(), timeoutMs = TIMEOUT_MS } = options
  const headers = new Headers({ Accept: "application/json, application/problem+json" })
  if (options.receives === "bytes") headers.set("Accept", "*/*")
  if (token !== null) headers.set("Authorization", token)
  const refusal = refusalOf(method, path)
  if (refusal !== null) throw new RequestFailed(refusal)
  const view = pageView()
  if (view !== null) headers.set("X-Viewing", view)
  if (body !== undefined) headers.set("Content-Type", "application/json")
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)

  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal
  const asked = silencesSoFar()
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal,
      ...(options.cache === undefined ? {} : { cache: options.cache }),
      ...(options.bytes === undefined ? {} : { body: options.bytes }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    noteAnswer(asked, response.headers)
    const answer: T =
      response.ok && options.receives === "bytes" ? await response.blob() : await json(response)
    return answer
  } catch (error) {
    if (error instanceof RequestFailed || options.signal?.aborted === true) throw error
    const isLate = late.signal.aborted
    if (!isLate) noteSilence()
    throw new RequestFailed(silence(isLate), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function json(response: Response) {
  const text = await response.text()
  if (!response.ok) {
    const problem = problemFrom(response.status, parse(text))
    noteRefusal(problem)
    const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN)
    throw new RequestFailed(
      response.status === 429 && seconds >= 0
        ? { ...problem, retryAfterMs: seconds * 1000 }
        : problem,
    )
  }
  return text === "" ? null : parse(text)
}

function silence(late: boolean): Problem {
  if (late) return unreachable(LATE)
  return navigator.onLine ? unreachable() : unreachable(OFFLINE)
}

/** A body that is not JSON is none: the status alone then tells what happened. */
function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
