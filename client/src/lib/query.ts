/** Values of an address's search part, decoded as `server/routes/query.rs` decodes it. Needs no global but ECMAScript's. */

/**
 * The first value of `name`, decoded once as `application/x-www-form-urlencoded`; it may be empty.
 *
 * `undefined` when the name does not occur, `null` when the value is not UTF-8.
 */
export function firstValue(search: string, name: string): string | null | undefined {
  for (const value of valuesOf(search, name)) return value
  return undefined
}

/** Every value of `name` in order, but those that are not UTF-8. */
export function allValues(search: string, name: string): string[] {
  return [...valuesOf(search, name)].filter((value) => value !== null)
}

function* valuesOf(search: string, name: string): Generator<string | null, void> {
  for (const pair of search.replace(/^\?/u, "").split("&")) {
    if (pair === "") continue
    const at = pair.indexOf("=")
    if (decode(at < 0 ? pair : pair.slice(0, at)) !== name) continue
    yield decode(at < 0 ? "" : pair.slice(at + 1))
  }
}

/** Decodes percent escapes and leaves any other `%` as it is; `null` when the bytes are not UTF-8. */
export function percentDecode(text: string): string | null {
  try {
    return text.replaceAll(/(?:%[\dA-Fa-f]{2})+/gu, (escapes) => decodeURIComponent(escapes))
  } catch {
    return null
  }
}

function decode(text: string): string | null {
  return percentDecode(text.replaceAll("+", " "))
}
