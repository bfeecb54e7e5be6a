/**
 * What browsers keep for secure contexts (https, or localhost), with what serves elsewhere: many an installation begins with
 * plain http inside a company.
 *
 * Invariant: nothing here fails because of where the page came from. Lint forbids these names everywhere else.
 */
// Not loaded on demand: it may first be needed when the network is away.
import { inTurn } from "./turns.ts"

/** A new random id: a UUID of version 4 (RFC 9562). */
export function newId(): string {
  if (globalThis.isSecureContext) return crypto.randomUUID()
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40
    return at === 8 ? (byte & 0x3f) | 0x80 : byte
  })
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-")
}

/** Copies the text; `false` where the browser does not let it be copied. */
export async function copy(text: string): Promise<boolean> {
  if (!globalThis.isSecureContext) return copySelected(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** As a user would: marked in a field, then copied. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement("textarea")
  field.value = text
  field.readOnly = true
  field.style.position = "fixed"
  field.style.opacity = "0"
  // What is outside an open dialog cannot have the focus.
  const place = focused?.closest("dialog") ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- there is nothing else without the clipboard
  const isCopied = document.execCommand("copy")
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/** Does the task while no other tab does one of the same name. */
export async function alone<T>(name: string, task: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return await navigator.locks.request(name, task)
  return await inTurn(name, newId(), task)
}

/** What tells that a cookie has changed; `undefined` where nothing does. */
export function cookieChanges(): EventTarget | undefined {
  return "cookieStore" in window && window.cookieStore instanceof EventTarget
    ? window.cookieStore
    : undefined
}

/** Where passkeys are made and chosen; `undefined` in a browser that has none, or does not read what is asked of it as JSON. */
export function passkeyStore(): CredentialsContainer | undefined {
  const hasThem =
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  return hasThem ? navigator.credentials : undefined
}
