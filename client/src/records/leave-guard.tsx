import { useEffect, useRef, useState } from "react"
import { useBlocker } from "react-router"

import { isBusy } from "#client/services/busy.ts"
import { guardLeaving } from "#client/services/leaving.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

interface LeaveGuardProps {
  dirty: boolean
  /** The change of screen is the form's own, after it was stored. */
  isLeaving: () => boolean
  /** Whether it was stored. */
  onSave: () => Promise<boolean>
  onDiscard: () => void
}

/** Asks before a form with unsaved changes is left; the draft is kept unless it is given up. */
export function LeaveGuard({ dirty, isLeaving, onSave, onDiscard }: LeaveGuardProps) {
  const t = useText()
  const body = useRef<HTMLDivElement>(null)
  const decided = useRef(false)
  /** Answers a sign-out, which is no change of screen. */
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !isLeaving() && currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = blocker.state === "blocked" || answer !== null
  useEffect(() => {
    if (!dirty) return undefined
    decided.current = false
    const ask = (event: BeforeUnloadEvent) => {
      // The session is over, or somebody else's: what was typed is kept, and nobody may stay.
      if (!decided.current && !isBusy()) event.preventDefault()
    }
    window.addEventListener("beforeunload", ask)
    const deafen = guardLeaving(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => {
      window.removeEventListener("beforeunload", ask)
      deafen()
    }
  }, [dirty])
  useEffect(() => {
    const dialog = body.current?.closest("dialog")
    if (isAsking && dialog !== null && dialog !== undefined && !dialog.open) dialog.showModal()
  }, [isAsking])
  if (!isAsking) return null
  const decide = (leaves: boolean) => {
    decided.current = leaves
    setAnswer(null)
    answer?.(leaves)
    if (blocker.state !== "blocked") return
    if (leaves) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Dialog id="leave" onClose={() => decide(false)} title={t("You have unsaved changes")}>
      <div className="ui-dialog-foot" ref={body}>
        <Button look="primary" onClick={() => void onSave().then(decide)}>
          {t("Save")}
        </Button>
        <Button onClick={() => decide(true)}>{t("Save as draft")}</Button>
        <Button
          look="quiet"
          onClick={() => {
            onDiscard()
            decide(true)
          }}
        >
          {t("Discard")}
        </Button>
      </div>
    </Dialog>
  )
}
