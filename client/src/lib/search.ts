import { firstValue } from "./query.ts"

/** The unchecked `redirect_uri` of an address, the first where there are several; whoever goes there checks it. */
export function redirectUriOf(url: string): string | undefined {
  const at = url.indexOf("?")
  const value = at < 0 ? null : firstValue(url.slice(at), "redirect_uri")
  return value == null || value === "" ? undefined : value
}
