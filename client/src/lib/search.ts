/** The search part of an address, read without `URLSearchParams`, which an isolate does not have. */
import { firstValue, percentDecode } from "./query.ts"

/** Name → its first value; names in order of appearance, those that are not UTF-8 left out. */
export function searchValues(search: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const pair of search.replace(/^\?/u, "").split("&")) {
    const name = percentDecode((pair.split("=", 1)[0] ?? "").replaceAll("+", " "))
    if (name === null || name === "" || Object.hasOwn(values, name)) continue
    const value = firstValue(search, name)
    if (value != null) values[name] = value
  }
  return values
}

/** What the address says of a sign-in that waits for its code (specification 2). */
export interface OwedFactor {
  /** The handle of the sign-in. */
  fbtkn: string
  /** Where the code was mailed, unchecked: whoever made the address may have written anything. */
  emailId: string
}

/** The second factor that this address asks for; `null` when it asks for none. */
export function owedFactorOf(url: string): OwedFactor | null {
  const at = url.indexOf("?")
  const { fbtkn = "", emailId = "" } = at < 0 ? {} : searchValues(url.slice(at))
  return fbtkn === "" ? null : { fbtkn, emailId }
}

/** The unchecked `redirect_uri` of an address, the first where there are several; whoever goes there checks it. */
export function redirectUriOf(url: string): string | undefined {
  return valueIn(url, "redirect_uri")
}

/** The secret of the invitation that an address brings along. */
export function inviteOf(url: string): string | undefined {
  return valueIn(url, "invite")
}

function valueIn(url: string, name: string): string | undefined {
  const at = url.indexOf("?")
  const value = at < 0 ? null : firstValue(url.slice(at), name)
  return value == null || value === "" ? undefined : value
}
