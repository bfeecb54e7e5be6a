import { useState } from "react"

import { reasonOf } from "#client/lib/problem.ts"
import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { useVisit } from "#client/services/page.tsx"
import { setSecondFactor } from "#client/services/session/factor-setting.ts"
import { useOpenSessions } from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

/** Whether signing in takes a mailed code, and the switch for it. The server decides who may turn it. */
export function SecondFactor({ session }: { session: SessionView }) {
  const t = useText()
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
      toast.success(
        isOn
          ? msg("Two-factor authentication turned off.")
          : msg("Two-factor authentication turned on."),
      )
      void refresh()
    } else {
      setError(reasonOf(problem))
    }
  }
  return (
    <SettingRow
      error={error}
      hint={
        reason !== null
          ? t(reason)
          : isOn
            ? t("You sign in with your password and a code sent by e-mail.")
            : t(
                "You will also need a code sent by e-mail to sign in. Your other browsers will be signed out.",
              )
      }
      hintId="second-factor-hint"
      name={t("Two-factor authentication")}
      state={isOn ? <Tag tone="ok">{t("On")}</Tag> : <Tag>{t("Off")}</Tag>}
    >
      <Button
        aria-describedby="second-factor-hint"
        aria-disabled={reason === null ? undefined : true}
        onClick={() => void turn()}
        pending={turning ? t("Saving…") : null}
      >
        {isOn ? t("Turn off two-factor authentication") : t("Turn on two-factor authentication")}
      </Button>
    </SettingRow>
  )
}

/** Why the switch cannot be turned; `null` when it can. */
function whyNot({ user, company }: SessionView): string | null {
  if (company.twoFactorAuth) return msg("Your company requires two-factor authentication.")
  if (user.twoFactorAuth || user.emailVerified) return null
  return msg("Verify your e-mail address first. The codes are sent there.")
}
