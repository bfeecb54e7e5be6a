import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import type { AppSetting } from "#client/services/auth/app-setting.ts"
import { useOpenSessions } from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

const DIALOG = "authenticator-app"
const SETTING = ["authenticator-app"]

const AppRemoval = onDemand(async () => (await import("./app-removal.tsx")).AppRemoval)
const RecoveryCodeList = onDemand(
  async () => (await import("./recovery-codes.tsx")).RecoveryCodeList,
)
const RecoveryCodeRenewal = onDemand(
  async () => (await import("./recovery-codes.tsx")).RecoveryCodeRenewal,
)
const RecoveryCodesLeft = onDemand(
  async () => (await import("./recovery-codes.tsx")).RecoveryCodesLeft,
)
const AppSetupSteps = onDemand(async () => (await import("./app-setup.tsx")).AppSetupSteps)

/** What the provider is asked by; nobody needs it before the dialog is open. */
const services = () => import("#client/services/auth/app-setting.ts")

/**
 * Whether signing in takes a code of an authenticator app, and the way to one. The identity provider knows, not the server, so it is
 * asked when somebody wants to know, and the page stays as it was drawn until then.
 */
export function AuthenticatorApp({ session }: { session: SessionView }) {
  const t = useText()
  const queries = useQueryClient()
  const { refresh } = useOpenSessions()
  const [isAsked, setAsked] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: SETTING,
    queryFn: async () => (await services()).appSetting(),
    enabled: isAsked,
    retry: false,
  })
  const { emailId, emailVerified } = session.user
  const title =
    codes !== null || isRenewing
      ? t("Recovery codes")
      : t(data === undefined ? msg("Authenticator app") : titleOf(data))

  const done = (text: string) => {
    const dialog = document.getElementById(DIALOG)
    if (dialog instanceof HTMLDialogElement) dialog.close()
    toast.success(text)
    void queries.invalidateQueries({ queryKey: SETTING })
    void refresh()
  }
  const appIsOn = async () => {
    const first = await (await services()).firstRecoveryCodes()
    if (first !== null && "codes" in first) setCodes(first.codes)
    else done(msg("From now on you need a code from your app to sign in."))
  }
  // What was shown once is not there when the dialog opens again.
  const forget = () => {
    setCodes(null)
    setRenewing(false)
    if (codes !== null) void queries.invalidateQueries({ queryKey: SETTING })
  }
  return (
    <SettingRow
      hint={
        emailVerified
          ? t("Use a code from an app on your phone to sign in, instead of a code by e-mail.")
          : t("Verify your e-mail address first. Then you can use codes from an app on your phone.")
      }
      hintId="authenticator-app-hint"
      name={t("Authenticator app")}
      state={
        data == null ? null : data.isOn ? <Tag tone="ok">{t("On")}</Tag> : <Tag>{t("Off")}</Tag>
      }
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
        {t(data == null ? msg("Set up or remove the app") : titleOf(data))}
      </Button>
      <Dialog id={DIALOG} onClose={forget} title={title}>
        {codes !== null ? (
          <RecoveryCodeList
            codes={codes}
            onDone={() =>
              done(
                isRenewing
                  ? msg("Recovery codes created.")
                  : msg("From now on you need a code from your app to sign in."),
              )
            }
          />
        ) : isRenewing ? (
          <RecoveryCodeRenewal email={emailId} onCodes={setCodes} />
        ) : data == null ? (
          <output>{t(unknownText(data, isError))}</output>
        ) : data.isOn ? (
          <>
            <AppRemoval email={emailId} onDone={() => done(msg("Authenticator app removed."))} />
            {data.codesLeft === null ? null : (
              <RecoveryCodesLeft left={data.codesLeft} onRenew={() => setRenewing(true)} />
            )}
          </>
        ) : (
          <AppSetupSteps email={emailId} onDone={() => void appIsOn()} />
        )}
      </Dialog>
    </SettingRow>
  )
}

function titleOf(setting: AppSetting | null): string {
  if (setting === null) return msg("Authenticator app")
  return setting.isOn ? msg("Remove authenticator app") : msg("Set up authenticator app")
}

/** What is said as long as there is nothing to set. */
function unknownText(setting: AppSetting | null | undefined, isError: boolean): string {
  if (setting === null)
    return msg("You signed in without JavaScript. Sign in again to set up or remove an app.")
  return isError
    ? msg("Couldn't reach the sign-in service. Close this and try again.")
    : msg("One moment…")
}
