import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { useOpenSessions } from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { opens } from "#client/ui/dialog.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { useText } from "#client/ui/text.tsx"

const DIALOG = "password-change"

const PasswordForm = onDemand(async () => (await import("./password-form.tsx")).PasswordForm)

/** Another password for signing in. */
export function PasswordChange({ session }: { session: SessionView }) {
  const t = useText()
  const { refresh } = useOpenSessions()
  // A form that has done its work is put away with what was typed into it.
  const [round, setRound] = useState(0)
  const done = () => {
    closeDialog(DIALOG)
    setRound(round + 1)
    toast.success(msg("Password changed."))
    void refresh()
  }
  return (
    <SettingRow
      hint={t("Changing it signs out your other browsers.")}
      hintId="password-change-hint"
      name={t("Password")}
      state={null}
    >
      <button
        aria-describedby="password-change-hint"
        className={buttonClass("secondary")}
        type="button"
        {...PasswordForm.ahead}
        {...opens(DIALOG)}
      >
        {t("Change password")}
      </button>
      <LateDialog id={DIALOG} title={t("Change password")}>
        <PasswordForm email={session.user.emailId} key={round} onDone={done} />
      </LateDialog>
    </SettingRow>
  )
}
