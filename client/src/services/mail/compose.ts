/**
 * Asks for a letter from anywhere: `compose({ to: [{ name, address }] })` opens the mail dialog with it. Written to by event
 * handlers only, so a server's isolate never holds one.
 */
import { useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"

import type { Attached, Letter } from "./letters.ts"

/** Each is another object, so that the same wish can be told twice. */
export type Wish = Readonly<Partial<Letter>> & { files?: readonly Attached[] }

const wishes = createStore<Wish | null>(null)

export function compose(wish: Wish): void {
  wishes.set({ ...wish })
}

/** The last wish that was not yet answered. */
export function useComposeWish(): Wish | null {
  return useSyncExternalStore(wishes.subscribe, wishes.get, () => null)
}

export function wishAnswered(): void {
  wishes.set(null)
}
