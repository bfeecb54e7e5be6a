/** The search part of an address, read without `URLSearchParams`, which an isolate does not have. */

/** Name → value, or the list of values of a name that occurs more than once; names in order of appearance. */
export function searchValues(search: string): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const pair of search.replace(/^\?/, "").split("&")) {
    if (pair === "") continue
    const at = pair.indexOf("=")
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    values.set(name, [...(values.get(name) ?? []), decode(at < 0 ? "" : pair.slice(at + 1))])
  }
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? "") : list]),
  )
}

/** As a form encodes: `+` is a space. Broken percent codes stay as they are. */
function decode(text: string): string {
  const spaced = text.replaceAll("+", " ")
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** The unchecked `redirect_uri` of an address, the first where there are several; whoever goes there checks it. */
export function redirectUriOf(url: string): string | undefined {
  const at = url.indexOf("?")
  const value = at < 0 ? undefined : searchValues(url.slice(at))["redirect_uri"]
  const first = typeof value === "string" ? value : value?.[0]
  return first === "" ? undefined : first
}
