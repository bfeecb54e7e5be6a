import { useEffect, useState } from "react"

import { type Found, findRecords } from "#client/services/finder.ts"

/** Typing pauses this long before the services are asked. */
const PAUSE_MS = 180
/** Shorter texts would match nearly everything. */
const LEAST = 2

interface Answer {
  /** The text that was asked about. */
  text: string
  rows: readonly Found[]
  /** Milliseconds since the epoch. */
  at: number
  /** Nothing better is to come. */
  isDone: boolean
}

/** Records that match, those of the text before until there are some; `pending` while a better one may come. */
export function useFound(text: string, permissions: readonly string[]) {
  const [answer, setAnswer] = useState<Answer>({ text: "", rows: [], at: 0, isDone: true })
  const wanted = text.trim()
  const asks = wanted.length >= LEAST
  useEffect(() => {
    if (!asks) return undefined
    const stop = new AbortController()
    const find = async () => {
      const onFound = (rows: readonly Found[]) => {
        setAnswer({ text: wanted, rows, at: Date.now(), isDone: rows[0]?.isExact === true })
      }
      await findRecords(wanted, permissions, { signal: stop.signal, onFound })
      if (stop.signal.aborted) return
      setAnswer((old) => ({
        text: wanted,
        rows: old.text === wanted ? old.rows : [],
        at: Date.now(),
        isDone: true,
      }))
    }
    const timer = setTimeout(() => void find(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asks, wanted, permissions])
  if (!asks) return { rows: [], pending: false, now: 0 }
  const pending = answer.text !== wanted || !answer.isDone
  return { rows: answer.rows, pending, now: answer.at }
}
