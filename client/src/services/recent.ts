/**
 * The records that the user opened last, newest first, for the palette. Kept in this browser under the user's id until a
 * sign-out clears it (specification 4). In a view there are none: what a company shows a visitor does not stay in the browser.
 */
import { useEffect, useMemo, useSyncExternalStore } from "react"

import { isViewing } from "./session/viewing.ts"

export interface Recent {
  /** Address of the record. */
  path: string
  /** What it is called. */
  label: string
}

const AT_MOST = 8

/** Notes that a record is being looked at; `null` while it is not known what it is called. */
export function useRecent(userId: string | undefined, path: string, label: string | null): void {
  useEffect(() => {
    if (userId !== undefined && label !== null) noteRecent(userId, { path, label })
  }, [userId, path, label])
}

export function noteRecent(userId: string, { path, label }: Recent): void {
  const others = recentOf(userId).filter((each) => each.path !== path)
  const next = [{ path, label }, ...others].slice(0, AT_MOST)
  writePlaces(place(userId), next)
}

/** As they were when the page was drawn; none before it is hydrated, for the server knows none. */
export function useRecentlyOpened(userId: string): readonly Recent[] {
  const name = place(userId)
  const text = useSyncExternalStore(
    unwatched,
    () => textUnder(name),
    () => "[]",
  )
  return useMemo(() => placesIn(text), [text])
}

/** Read when the palette opens. */
export function recentOf(userId: string): readonly Recent[] {
  return readPlaces(place(userId))
}

/** What is kept under a name; nothing where it cannot be read. */
export function readPlaces(name: string): readonly Recent[] {
  return placesIn(textUnder(name))
}

function textUnder(name: string): string {
  if (isViewing()) return "[]"
  try {
    return localStorage.getItem(name) ?? "[]"
  } catch {
    return "[]"
  }
}

function placesIn(text: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** The storage is read when a page is drawn; it says nothing of changes in this tab. */
function unwatched(): () => void {
  return () => {}
}

export function writePlaces(name: string, places: readonly Recent[]): void {
  if (isViewing()) return
  try {
    localStorage.setItem(name, JSON.stringify(places))
  } catch {
    // A full storage forgets what was looked at.
  }
}

function place(userId: string): string {
  return `waybill.recent.${userId}`
}

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    "label" in value &&
    typeof value.path === "string" &&
    typeof value.label === "string"
  )
}
