import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { needQuery } from "#client/services/needs.ts"
import { toast } from "#client/services/toasts.ts"

/** What is done to support access, after which it is asked for again. */
export function useSupportDeed() {
  const queries = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const refresh = () =>
    queries.invalidateQueries({ queryKey: needQuery("/iam/api/v1/support-access").queryKey })
  return {
    isPending,
    refresh,
    act: async (deed: () => Promise<unknown>, done: string) => {
      setIsPending(true)
      try {
        await deed()
        toast.success(done)
        await refresh()
      } catch (error) {
        toast.failure(error)
      } finally {
        setIsPending(false)
      }
    },
  }
}
