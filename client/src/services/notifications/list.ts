/** The user's notifications as the dialog lists them; the server knows all of them, the realtime database the latest. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { request } from "#client/services/http.ts"
import { useVisit } from "#client/services/page.tsx"
import { isViewing } from "#client/services/session/viewing.ts"
import type { components } from "#client/wire/api.ts"

import { NOTIFICATIONS, setUnread } from "./watch.ts"

export type Notification = components["schemas"]["Notification"]
type Part = components["schemas"]["NotificationList"]

const PATH = "/iam/api/v1/notifications"

export interface Notifications {
  status: "pending" | "ready" | "failed"
  rows: readonly Notification[]
  /** Shows those before; `null` when there are none. */
  showOlder: (() => Promise<void>) | null
  /** Notes that the user has looked at these, or at all. */
  look: (ids: readonly string[] | "all") => Promise<void>
  retry: () => void
}

/** Asks, and again whenever the inbox tells of a change. */
export function useNotifications(): Notifications {
  const visit = useVisit()
  const queries = useQueryClient()
  const [older, setOlder] = useState<Part | null>(null)
  const latest = useQuery({
    queryKey: NOTIFICATIONS,
    queryFn: ({ signal }) => request<Part>(PATH, { signal }),
  })
  const head = latest.data?.data ?? []
  const last = head.at(-1)?._id ?? ""
  const tail = older?.data.filter(({ _id }) => _id < last) ?? []
  const next = older === null ? latest.data?.next : older.next
  return {
    status: statusOf(latest),
    rows: [...head, ...tail],
    showOlder:
      next === undefined
        ? null
        : async () => {
            const part = await request<Part>(`${PATH}?before=${next}`)
            setOlder({ ...part, data: [...tail, ...part.data] })
          },
    look: async (ids) => {
      if (isViewing()) return
      const body = ids === "all" ? { all: true } : { ids }
      const { data } = await request<{ data: { unread: number } }>(`${PATH}/loaded`, {
        method: "POST",
        body,
      })
      const isMeant = ({ _id }: Notification) => ids === "all" || ids.includes(_id)
      const looked = (row: Notification): Notification =>
        isMeant(row) ? { ...row, status: "loaded" } : row
      queries.setQueryData<Part>(
        NOTIFICATIONS,
        (part) => part && { ...part, data: part.data.map(looked) },
      )
      setOlder((part) => part && { ...part, data: part.data.map(looked) })
      setUnread(visit, data.unread)
    },
    retry: () => void latest.refetch(),
  }
}

function statusOf({
  data,
  status,
  fetchStatus,
}: {
  data: Part | undefined
  status: string
  fetchStatus: string
}): Notifications["status"] {
  if (data !== undefined) return "ready"
  return status === "error" && fetchStatus === "idle" ? "failed" : "pending"
}
