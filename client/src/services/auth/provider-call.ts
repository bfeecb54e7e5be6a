/** Calls of the embedded identity provider that the identity SDK does not know. */
const ACCOUNTS = "/identitytoolkit.googleapis.com/v2/accounts"

/** A refusal with the code that the SDK would give it (`auth/…`), or would if it knew passkeys. */
export class ProviderRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The answer of a method such as `passkeySignIn:start`; every other outcome is a `ProviderRefusal`. */
export async function callProvider<T>(method: string, body: object): Promise<T> {
  const response = await fetch(`${ACCOUNTS}/${method}?key=embedded`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (response === null) throw new ProviderRefusal(UNREACHABLE)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ProviderRefusal(codeOf(answer))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the provider is our own, and its tests hold the shape
  return answer as T
}

const TIMEOUT_MS = 30_000

const UNREACHABLE = "auth/network-request-failed"

/** What the SDK makes of `{ error: { message: "TOO_MANY_ATTEMPTS_TRY_LATER : …" } }`. */
function codeOf(answer: unknown): string {
  const error =
    typeof answer === "object" && answer !== null && "error" in answer ? answer.error : null
  const message =
    typeof error === "object" && error !== null && "message" in error ? error.message : null
  if (typeof message !== "string") return UNREACHABLE
  const [name = ""] = message.split(" : ")
  return SDK_CODES[name] ?? `auth/${name.toLowerCase().replaceAll("_", "-")}`
}

const SDK_CODES: Readonly<Record<string, string>> = {
  TOO_MANY_ATTEMPTS_TRY_LATER: "auth/too-many-requests",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "auth/requires-recent-login",
  TOKEN_EXPIRED: "auth/user-token-expired",
  INVALID_ID_TOKEN: "auth/invalid-user-token",
}
