import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { useVisit } from "#client/services/page.tsx"
import { setSecondFactor } from "#client/services/session/factor-setting.ts"
import { useOpenSessions } from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { Tag } from "#client/ui/tag.tsx"

/** Whether signing in takes a mailed code, and the switch for it. The server decides who may turn it. */
export function SecondFactor({ session }: { session: SessionView }) {
  const visit = useVisit()
  const { refresh } = useOpenSessions()
  const [turning, setTurning] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { user, company } = session
  const isOn = user.twoFactorAuth || company.twoFactorAuth
  const reason = whyNot(session)

  const turn = async () => {
    if (reason !== null) return
    setTurning(true)
    setError(null)
    const problem = await setSecondFactor(visit, !isOn)
    setTurning(false)
    if (problem === null) {
      toast.success(isOn ? "The second factor is off." : "The second factor is on.")
      void refresh()
    } else {
      setError(problem.errors?.[0]?.detail ?? problem.detail ?? problem.title)
    }
  }
  return (
    <SettingRow
      error={error}
      hint={
        reason ??
        (isOn
          ? "Signing in takes your password and a code that is mailed to you."
          : "Signing in will also take a code that is mailed to you. Your other browsers are signed out.")
      }
      hintId="second-factor-hint"
      name="Second factor"
      state={isOn ? <Tag tone="ok">On</Tag> : <Tag>Off</Tag>}
    >
      <Button
        aria-describedby="second-factor-hint"
        aria-disabled={reason === null ? undefined : true}
        onClick={() => void turn()}
        pending={turning ? "Saving…" : null}
      >
        {isOn ? "Turn off the second factor" : "Turn on the second factor"}
      </Button>
    </SettingRow>
  )
}

/** Why the switch cannot be turned; `null` when it can. */
function whyNot({ user, company }: SessionView): string | null {
  if (company.twoFactorAuth) return "Your company wants a second factor of everybody."
  if (user.twoFactorAuth || user.emailVerified) return null
  return "Verify your e-mail address first: that is where the codes go."
}
