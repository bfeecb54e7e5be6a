/** The cookie `token` (specification 9): readable by script, worth nothing without the HttpOnly session cookie. */

const NAME = "token"

/** The current value, or `null` when there is none. */
export function readToken(): string | null {
  for (const pair of document.cookie.split(";")) {
    const [name, value] = split(pair)
    if (name === NAME && value !== "") return value
  }
  return null
}

/** Specification 4: removed with path `/`, with the host's domain and without one. */
export function removeToken(): void {
  const gone = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax`
  document.cookie = gone
  document.cookie = `${gone}; Domain=${location.hostname}`
}

function split(pair: string): [name: string, value: string] {
  const at = pair.indexOf("=")
  return at < 0 ? [pair.trim(), ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}
