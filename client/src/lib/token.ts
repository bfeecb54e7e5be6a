/** Reading of the session token in the browser: who it is for and until when. Nothing is verified here, Rust does that. */

/** The claim `sub`, or `null` for anything that is not a token. */
export function subjectOf(token: string | null): string | null {
  const subject = claimsOf(token)["sub"]
  return typeof subject === "string" ? subject : null
}

/** End of validity in milliseconds since the epoch, or `null` when the token does not say. */
export function expiryOf(token: string | null): number | null {
  const expiry = claimsOf(token)["exp"]
  return typeof expiry === "number" && Number.isFinite(expiry) ? expiry * 1000 : null
}

function claimsOf(token: string | null): Record<string, unknown> {
  const payload = token?.split(".")[1]
  if (payload === undefined) return {}
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
      (char) => char.codePointAt(0) ?? 0,
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === "object" && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
