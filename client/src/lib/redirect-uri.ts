/**
 * Where a sign-in leads: the rule of `server/guard/redirect_uri.rs`, for steps that happen in the browser.
 *
 * What it lets through is a path of ours that a page answers, and stays one if somebody decodes it once more, or twice.
 */
import { firstValue, percentDecode } from "./query.ts"

export interface RedirectRule {
  /** The public origin without a final slash; with `null`, absolute addresses are refused. */
  origin: string | null
  /** Whether a page answers this pathname, other than sign-in, registration and the catch-all. */
  isPage: (pathname: string) => boolean
}

/** Longest value, in UTF-16 units. */
const MAX_UNITS = 2048

/** Stands for the public origin where none is known; nothing is ever sent there. */
const SOME_ORIGIN = "https://origin.invalid"

/** Escapes that become a control character, `%`, `.`, `/` or `\` when somebody decodes once more. */
const RISKY_ESCAPE = /%(?:[01][\dA-F]|2[5EF]|5C)/iu

/** Target of the first `redirect_uri` in `search`; `null` when there is none or it is refused: then the dashboard. */
export function redirectUri(search: string, rule: RedirectRule): string | null {
  const value = firstValue(search, "redirect_uri")
  return value == null ? null : acceptRedirectUri(value, rule)
}

/** Pathname, search and hash of an acceptable value, which was decoded once; `null` for any other. */
export function acceptRedirectUri(value: string, { origin, isPage }: RedirectRule): string | null {
  if (value === "" || value.length > MAX_UNITS || !value.isWellFormed()) return null
  const text = withoutOrigin(value, origin)
  if (hasInvisible(text) || text.includes("\\")) return null
  if (!text.startsWith("/") || text.startsWith("//")) return null
  const path = text.split(/[?#]/u, 1)[0] ?? ""
  if (RISKY_ESCAPE.test(path) || path.includes("//")) return null
  if (path.split("/").some((segment) => segment === "." || segment === "..")) return null
  const base = new URL(origin ?? SOME_ORIGIN)
  const url = parse(text, base)
  if (url === null || url.origin !== base.origin || !/^https?:$/u.test(url.protocol)) return null
  if (url.username !== "" || url.password !== "") return null
  // Browsers differ on `^` in a path; the server escapes it.
  const pathname = url.pathname.replaceAll("^", "%5E")
  if (percentDecode(pathname) === null || !isPage(pathname)) return null
  return pathname + url.search + url.hash
}

function withoutOrigin(value: string, origin: string | null): string {
  if (origin === null) return value
  const start = value.slice(0, origin.length)
  const isOurs = asciiLowerCase(start) === asciiLowerCase(origin)
  return isOurs && value[origin.length] === "/" ? value.slice(origin.length) : value
}

/** `toLowerCase` would make a Latin letter of the Kelvin sign. */
function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())
}

function parse(text: string, base: URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Control characters, and what prints as nothing or as a space: browsers strip some of it, people overlook the rest. */
function hasInvisible(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (INVISIBLE.some(([first, last]) => first <= unit && unit <= last)) return true
  }
  return false
}

const INVISIBLE = [
  [0x00, 0x20],
  [0x7f, 0xa0],
  [0x16_80, 0x16_80],
  [0x18_0e, 0x18_0e],
  [0x20_00, 0x20_0f],
  [0x20_28, 0x20_2f],
  [0x20_5f, 0x20_60],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
] as const
