import { useEffect, useLayoutEffect, useState } from "react"

import { msg } from "#client/lib/words.ts"
import { signOut } from "#client/services/auth/sign-out.ts"
import { askAgain } from "#client/services/session/again.ts"
import { answerEnd, spokenStep } from "#client/services/session/expiry.ts"
import { Button } from "#client/ui/button.tsx"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

const ID = "session-ending"

const SPOKEN = {
  120: msg("Your session ends in two minutes."),
  60: msg("Your session ends in one minute."),
  30: msg("Your session ends in half a minute."),
} as const

/** The session ends soon: stay by signing in again, here, or sign out. Escape stays. */
export function SessionEnding({ end }: { end: number }) {
  const t = useText()
  const seconds = useSecondsTo(end)
  useLayoutEffect(() => {
    showDialog(ID)
    return () => closeDialog(ID)
  }, [])
  useEffect(() => {
    if (seconds > 0) return
    answerEnd()
    void askAgain({ loss: "over", isWaiting: false })
  }, [seconds])
  return (
    <Dialog
      id={ID}
      onCancel={(event) => {
        event.preventDefault()
        stay()
      }}
      onSubmit={stay}
      title={t("Your session ends soon")}
    >
      <output className="u-hidden">{t(SPOKEN[spokenStep(seconds)])}</output>
      <p aria-hidden="true" className="sh-ending">
        {t("{minutes}:{seconds} left", {
          minutes: Math.floor(seconds / 60).toString(),
          seconds: (seconds % 60).toString().padStart(2, "0"),
        })}
      </p>
      <p>{t("Sign in again to continue. What you typed is saved and stays on this page.")}</p>
      <div className="ui-dialog-foot">
        <Button look="quiet" onClick={() => void signOut()}>
          {t("Sign out")}
        </Button>
        <Button look="primary" onClick={stay}>
          {t("Stay signed in")}
        </Button>
      </div>
    </Dialog>
  )
}

function stay(): void {
  answerEnd()
  void askAgain({ loss: null, isWaiting: false })
}

function useSecondsTo(end: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(end))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(end)), 1000)
    return () => clearInterval(timer)
  }, [end])
  return seconds
}

function secondsTo(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000))
}
