/**
 * The way to the identity SDK. The browser's entry sets it, so that nothing a server bundles reaches the SDK and the
 * page's own scripts do not carry it.
 */
import type { Identity } from "./identity.ts"

let open: (() => Promise<Identity>) | null = null
let opened: Promise<Identity> | null = null

/** Sets how the SDK is loaded and started. */
export function setIdentityDoor(load: () => Promise<Identity>): void {
  open = load
  opened = null
}

/** The started SDK; the first call loads it, a failed load may be tried again. */
export function identity(): Promise<Identity> {
  if (open === null) return Promise.reject(new Error("no identity SDK in this place"))
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}
