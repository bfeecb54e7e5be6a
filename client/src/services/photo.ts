/** The photo of the signed-in user: a data URL, since an image element cannot say who is asking. */
import { useQuery } from "@tanstack/react-query"

import type { SessionUser } from "#client/lib/session.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { type Visit, useSavesData, useVisit } from "./page.tsx"

/** What the server takes; it draws the picture anew, so whatever else is in the file ends there. */
export const PHOTO = { types: "image/png,image/jpeg,image/webp", bytes: 2 * 1024 * 1024 } as const

const OWN = "/iam/api/v1/users/me/photo"

type Answer = { data: components["schemas"]["User"] }

/** The picture of a user, once it is there; `null` without one, for who saves data, and on a server. */
export function usePhoto(user: SessionUser): string | null {
  const { photoFileId } = user
  const savesData = useSavesData()
  const query = useQuery({
    queryKey: ["photo", photoFileId],
    queryFn: async ({ signal }) => {
      const path = `/iam/api/v1/users/${user._id}/photo`
      return dataUrl(await request<Blob>(path, { signal, receives: "bytes" }))
    },
    enabled: photoFileId !== null && !savesData,
    // Another photo has another id.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return query.data ?? null
}

/** Setting and removing the own photo; the page around shows what came of it. */
export function useOwnPhoto() {
  const { session } = useVisit()
  return {
    choose: async (picture: Blob) => {
      const headers = { "If-Match": "*", "Content-Type": "application/octet-stream" }
      show(session, await request<Answer>(OWN, { method: "PUT", bytes: picture, headers }))
    },
    remove: async () => {
      show(session, await request<Answer>(OWN, { method: "DELETE", headers: { "If-Match": "*" } }))
    },
  }
}

function show(session: Visit["session"], { data }: Answer): void {
  const now = session.get()
  const photoFileId = data.photoFileId ?? null
  if (now !== null) session.set({ ...now, user: { ...now.user, photoFileId } })
}

function dataUrl(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("loadend", () => {
      if (typeof reader.result === "string") resolve(reader.result)
      else reject(reader.error ?? new Error("unreadable"))
    })
    reader.readAsDataURL(bytes)
  })
}
