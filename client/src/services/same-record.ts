/** Whether the record on screen is also open in another tab of this browser. The tabs ask each other; nobody else knows. */
import { useEffect, useState } from "react"

import { newId } from "#client/lib/browser.ts"

interface Message {
  record: string
  /** The tab that speaks. */
  tab: string
  /** It asks who has it open, says that it has, or that it has no longer. */
  kind: "asks" | "has" | "leaves"
}

const CHANNEL = "waybill.records"

/** `record` is its path at the services. */
export function useOpenElsewhere(record: string): boolean {
  const [tabs, setTabs] = useState<readonly string[]>([])
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return undefined
    const own = newId()
    const channel = new BroadcastChannel(CHANNEL)
    const say = (kind: Message["kind"]) => {
      const message: Message = { record, tab: own, kind }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
      channel.postMessage(message)
    }
    channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (data.record !== record) return
      setTabs((old) => {
        const others = old.filter((tab) => tab !== data.tab)
        return data.kind === "leaves" ? others : [...others, data.tab]
      })
      if (data.kind === "asks") say("has")
    })
    const leave = () => say("leaves")
    window.addEventListener("pagehide", leave)
    say("asks")
    return () => {
      leave()
      window.removeEventListener("pagehide", leave)
      channel.close()
      setTabs([])
    }
  }, [record])
  return tabs.length > 0
}
