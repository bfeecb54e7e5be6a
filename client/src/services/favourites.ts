/**
 * The screens that the user wants at hand, for the palette: records, and lists as they stand. Kept in this browser under the
 * user's id until a sign-out clears it (specification 4).
 */
import { type Recent, readPlaces, writePlaces } from "./recent.ts"

const AT_MOST = 30

export function favouritesOf(userId: string): readonly Recent[] {
  return readPlaces(place(userId))
}

/** Takes it among them, or out again; gives whether it is one now. */
export function toggleFavourite(userId: string, favourite: Recent): boolean {
  const all = favouritesOf(userId)
  const others = all.filter(({ path }) => path !== favourite.path)
  const isNew = others.length === all.length
  writePlaces(place(userId), isNew ? [...others, favourite].slice(-AT_MOST) : others)
  return isNew
}

function place(userId: string): string {
  return `waybill.favourites.${userId}`
}
