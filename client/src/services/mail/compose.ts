/**
 * Asks for a letter from anywhere: `compose({ to: [{ name, address }] })` opens the mail dialog with it. Written to by event
 * handlers only, so a server's isolate never holds one.
 */
import { useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"

import type { Attached } from "./attached.ts"
import type { Letter } from "./letters.ts"

/** Each is another object, so that the same wish can be told twice. */
export type Wish = Readonly<Partial<Letter>> & { files?: readonly Attached[] }

/** The lists of the mail dialog. */
export type Letters = "drafts" | "sent"

const wishes = createStore<Wish | { part: Letters } | null>(null)

export function compose(wish: Wish): void {
  wishes.set({ ...wish })
}

/** Opens the mail dialog with a list of letters. */
export function showLetters(part: Letters): void {
  wishes.set({ part })
}

/** The last wish that was not yet answered. */
export function useComposeWish(): Wish | { part: Letters } | null {
  return useSyncExternalStore(wishes.subscribe, wishes.get, () => null)
}

export function wishAnswered(): void {
  wishes.set(null)
}
