/** Who else has the record open that is on screen. Known once the page listens to its realtime database; nobody before. */
import { useEffect, useState, useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"
import type { Identity } from "#client/services/auth/identity.ts"
import { usePage } from "#client/services/page.tsx"

type Provider = Pick<Identity, "meet">

const door = createStore<Provider | null>(null)

/** Lets the page's records be met at, until the answer is called. */
export function openRooms(provider: Provider): () => void {
  door.set(provider)
  return () => door.set(null)
}

/** `record` is its path at the services. */
export function usePresence(record: string): readonly string[] {
  const { session } = usePage()
  const provider = useSyncExternalStore(door.subscribe, door.get, () => null)
  const [names, setNames] = useState<readonly string[]>([])
  const name = session?.user.name
  // Whoever looks on under other rights is not announced.
  const company = session?.viewing === null ? session.company._id : undefined
  useEffect(() => {
    if (provider === null || name === undefined || company === undefined) return undefined
    let isOver = false
    let leave = () => {}
    const enter = async () => {
      const path = `${company}/presence/${roomOf(record)}`
      const left = await provider.meet(path, { name, heard: setNames })
      if (isOver) left()
      else leave = left
    }
    void enter().catch(() => undefined)
    return () => {
      isOver = true
      leave()
      setNames([])
    }
  }, [provider, record, name, company])
  return names
}

/** A path is no key of the database: it has slashes. */
function roomOf(record: string): string {
  return record.replaceAll(/[^\w-]+/gu, "_")
}
