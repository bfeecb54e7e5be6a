import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { type AppSetting, appSetting } from "#client/services/auth/app-setting.ts"
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

/**
 * Whether signing in takes a code of an authenticator app, and the way to one. The identity provider knows, not the server, so it is
 * asked when somebody wants to know, and the page stays as it was drawn until then.
 */
export function AuthenticatorApp({ session }: { session: SessionView }) {
  const queries = useQueryClient()
  const { refresh } = useOpenSessions()
  const [isAsked, setAsked] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: SETTING,
    queryFn: appSetting,
    enabled: isAsked,
    retry: false,
  })
  const { emailId, emailVerified } = session.user
  const title = data === undefined ? "Authenticator app" : titleOf(data)

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
        emailVerified
          ? "An app on your phone shows the code that signing in takes. No code is mailed then."
          : "Verify your e-mail address first. Then an app on your phone can show the codes."
      }
      hintId="authenticator-app-hint"
      name="Authenticator app"
      state={data == null ? null : data.isOn ? <Tag tone="ok">On</Tag> : <Tag>Off</Tag>}
    >
      <Button
        aria-describedby="authenticator-app-hint"
        aria-disabled={emailVerified ? undefined : true}
        aria-haspopup="dialog"
        onClick={() => {
          if (!emailVerified) return
          setAsked(true)
          if (isError) void refetch()
          showDialog(DIALOG)
        }}
      >
        {data == null ? "Set up or remove the app" : title}
      </Button>
      <Dialog id={DIALOG} title={title}>
        {data == null ? (
          <output>{unknownText(data, isError)}</output>
        ) : data.isOn ? (
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

function titleOf(setting: AppSetting | null): string {
  if (setting === null) return "Authenticator app"
  return setting.isOn ? "Remove the authenticator app" : "Set up an authenticator app"
}

/** What is said as long as there is nothing to set. */
function unknownText(setting: AppSetting | null | undefined, isError: boolean): string {
  if (setting === null)
    return "This browser signed in by a plain form. Sign in again to set up or remove an app."
  return isError ? "The sign-in service did not answer. Close this and try again." : "One moment…"
}
