/** Keeps what was typed and not saved, and offers it back when the form is opened again (ux.md 7.1). */
import { useEffect, useMemo, useRef, useState } from "react"

import {
  type Draft,
  type DraftKey,
  dropDraft,
  keepDraftNow,
  keepDraftSoon,
  readDraft,
} from "#client/services/drafts.ts"
import { usePage } from "#client/services/page.tsx"

import type { RecordForm } from "./use-record-form.ts"
import { isSame, patchOf, valueAt } from "./values.ts"

export interface KeptDraft {
  /** What was kept before this form was opened; `null` when there is nothing to offer. */
  offered: Draft | null
  restore: () => void
  discard: () => void
}

export function useDraft(form: RecordForm, noun: string, id: string | null): KeptDraft {
  const { session } = usePage()
  const [offered, setOffered] = useState<Draft | null>(null)
  const companyId = session?.company._id
  const userId = session?.user._id
  const key = useMemo<DraftKey | null>(
    () =>
      companyId === undefined || userId === undefined ? null : { companyId, userId, noun, id },
    [companyId, userId, noun, id],
  )
  const { values, base } = form.state
  const text = form.dirty.join(",")
  useEffect(() => {
    if (key === null) return undefined
    let isOver = false
    const offer = async () => {
      const draft = await readDraft(key)
      if (!isOver && draft !== null && Object.keys(draft.changes).length > 0) setOffered(draft)
    }
    void offer()
    return () => {
      isOver = true
    }
  }, [key])

  useEffect(() => {
    if (key === null || text === "") return undefined
    const names = text.split(",")
    const draft = {
      version: Number(base["version"] ?? 0),
      changes: Object.fromEntries(names.map((name) => [name, valueAt(values, name)] as const)),
      before: patchOf(names, base),
    }
    const giveUp = keepDraftSoon(key, draft)
    // The page may not come back: what was typed in the last moment is kept now.
    const hide = () => keepDraftNow(key, draft)
    window.addEventListener("pagehide", hide)
    document.addEventListener("visibilitychange", hide)
    return () => {
      giveUp()
      window.removeEventListener("pagehide", hide)
      document.removeEventListener("visibilitychange", hide)
    }
  }, [key, text, values, base])

  // Nothing differs any more: saved, or taken back by hand.
  const wasDirty = useRef(false)
  useEffect(() => {
    if (text !== "") wasDirty.current = true
    else if (wasDirty.current && key !== null) {
      wasDirty.current = false
      void dropDraft(key)
    }
  }, [key, text])

  // What stands in the form already is nothing to offer.
  const isHere =
    offered !== null &&
    Object.entries(offered.changes).every(([name, value]) => isSame(valueAt(values, name), value))

  return {
    offered: isHere ? null : offered,
    restore() {
      if (offered === null) return
      form.retype(offered.changes, offered.before ?? {})
      setOffered(null)
    },
    discard() {
      setOffered(null)
      if (key !== null) void dropDraft(key)
    },
  }
}
