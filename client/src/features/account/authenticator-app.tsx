import { useQuery, useQueryClient } from "@tanstack/react-query"

import type { SessionView } from "#client/lib/session.ts"
import { appSetting } from "#client/services/auth/app-setting.ts"
import { useOpenSessions } from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { Tag } from "#client/ui/tag.tsx"

import { AppRemoval } from "./app-removal.tsx"
import { AppSetupSteps } from "./app-setup.tsx"

const DIALOG = "authenticator-app"
const SETTING = ["authenticator-app"]

/** Whether signing in takes a code of an authenticator app, and the way to one. The identity provider knows, not the server. */
export function AuthenticatorApp({ session }: { session: SessionView }) {
  const queries = useQueryClient()
  const { refresh } = useOpenSessions()
  const { data: setting } = useQuery({ queryKey: SETTING, queryFn: appSetting, retry: false })
  const { emailId, emailVerified } = session.user
  const isOn = setting?.isOn === true
  const reason = whyNot(setting, emailVerified)
  const title = isOn ? "Remove the authenticator app" : "Set up an authenticator app"

  const done = (text: string) => {
    const dialog = document.getElementById(DIALOG)
    if (dialog instanceof HTMLDialogElement) dialog.close()
    toast.success(text)
    void queries.invalidateQueries({ queryKey: SETTING })
    void refresh()
  }
  return (
    <SettingRow
      hint={
        reason ??
        (isOn
          ? "Signing in takes your password and the code that your app shows. No code is mailed."
          : "Signing in will also take the code that an app on your phone shows. Your other browsers are signed out.")
      }
      hintId="authenticator-app-hint"
      name="Authenticator app"
      state={setting == null ? null : setting.isOn ? <Tag tone="ok">On</Tag> : <Tag>Off</Tag>}
    >
      <Button
        aria-describedby="authenticator-app-hint"
        aria-disabled={reason === null ? undefined : true}
        aria-haspopup="dialog"
        onClick={() => {
          if (reason === null) showDialog(DIALOG)
        }}
      >
        {title}
      </Button>
      <Dialog id={DIALOG} title={title}>
        {isOn ? (
          <AppRemoval email={emailId} onDone={() => done("The authenticator app is removed.")} />
        ) : (
          <AppSetupSteps
            email={emailId}
            onDone={() => done("Signing in takes a code of your app from now on.")}
          />
        )}
      </Dialog>
    </SettingRow>
  )
}

/** Why nothing can be set; `null` when it can. */
function whyNot(setting: { isOn: boolean } | null | undefined, isVerified: boolean): string | null {
  if (setting === undefined) return "An app on your phone can show the codes."
  if (setting === null) return "This browser signed in by a plain form. Sign in again to set it."
  return setting.isOn || isVerified ? null : "Verify your e-mail address first."
}
