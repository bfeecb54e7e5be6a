import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import type { AppSetting } from "#client/services/auth/app-setting.ts"
import { useOpenSessions } from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { onDemand } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

import { ProviderRow } from "./provider-row.tsx"

const ID = "authenticator-app"

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

const APP_IS_ON = msg("From now on you need a code from your app to sign in.")

/** What the provider is asked by; nobody needs it before the dialog is open. */
const services = () => import("#client/services/auth/app-setting.ts")

/** Whether signing in takes a code of an authenticator app, and the way to one. */
export function AuthenticatorApp({ session: { user } }: { session: SessionView }) {
  const t = useText()
  const queries = useQueryClient()
  const { refresh } = useOpenSessions()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const readAgain = () => void queries.invalidateQueries({ queryKey: [ID] })
  const done = (text: string) => {
    closeDialog(ID)
    toast.success(text)
    readAgain()
    void refresh()
  }
  const appIsOn = async () => {
    const first = await (await services()).firstRecoveryCodes()
    if (first !== null && "codes" in first) setCodes(first.codes)
    else done(APP_IS_ON)
  }
  // What was shown once is not there when the dialog opens again.
  const forget = () => {
    setCodes(null)
    setRenewing(false)
    if (codes !== null) readAgain()
  }
  return (
    <ProviderRow
      ask={async () => (await services()).appSetting()}
      button={(setting) => t(setting == null ? msg("Set up or remove the app") : titleOf(setting))}
      hint={t("Use a code from an app on your phone to sign in, instead of a code by e-mail.")}
      id={ID}
      instead={
        codes !== null ? (
          <RecoveryCodeList
            codes={codes}
            onDone={() => done(isRenewing ? msg("Recovery codes created.") : APP_IS_ON)}
          />
        ) : isRenewing ? (
          <RecoveryCodeRenewal email={user.emailId} onCodes={setCodes} />
        ) : null
      }
      isOn={(setting) => setting.isOn}
      name={t("Authenticator app")}
      onClose={forget}
      signInAgain={t("You signed in without JavaScript. Sign in again to set up or remove an app.")}
      title={(setting) =>
        codes !== null || isRenewing
          ? t("Recovery codes")
          : t(setting == null ? msg("Authenticator app") : titleOf(setting))
      }
      unverified={t(
        "Verify your e-mail address first. Then you can use codes from an app on your phone.",
      )}
      user={user}
    >
      {({ isOn, codesLeft }) =>
        isOn ? (
          <>
            <AppRemoval
              email={user.emailId}
              onDone={() => done(msg("Authenticator app removed."))}
            />
            {codesLeft === null ? null : (
              <RecoveryCodesLeft left={codesLeft} onRenew={() => setRenewing(true)} />
            )}
          </>
        ) : (
          <AppSetupSteps email={user.emailId} onDone={() => void appIsOn()} />
        )
      }
    </ProviderRow>
  )
}

function titleOf({ isOn }: AppSetting): string {
  return isOn ? msg("Remove authenticator app") : msg("Set up authenticator app")
}
