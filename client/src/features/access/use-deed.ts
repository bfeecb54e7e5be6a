/** Something done to a record besides saving its form: once at a time, and what was refused is said. */
import { useState } from "react"

import { reasonOf } from "#client/lib/problem.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"

export interface Deed {
  isPending: boolean
  /** Whether it was done. */
  act: (deed: () => Promise<unknown>) => Promise<boolean>
}

export function useDeed(...services: readonly string[]): Deed {
  const { queries } = useVisit()
  const [isPending, setPending] = useState(false)
  return {
    isPending,
    act: async (deed) => {
      if (isPending) return false
      setPending(true)
      try {
        await deed()
        await Promise.all(services.map((service) => forgetRecords(queries, service)))
        return true
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        toast.error(reasonOf(error.problem))
        return false
      } finally {
        setPending(false)
      }
    },
  }
}
