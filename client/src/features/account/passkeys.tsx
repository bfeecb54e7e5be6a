import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import type { Passkey } from "#client/services/auth/passkeys.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { useText } from "#client/ui/text.tsx"

const DIALOG = "passkeys"
const SETTING = ["passkeys"]

const PasskeySteps = onDemand(async () => (await import("./passkey-steps.tsx")).PasskeySteps)

interface PasskeysProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
}

/**
 * The passkeys of the user, and the way to one more. The identity provider knows them, not the server, so it is asked when somebody
 * wants to know.
 */
export function Passkeys({ session, timeZone }: PasskeysProps) {
  const t = useText()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: SETTING,
    queryFn: async () => (await import("#client/services/auth/passkeys.ts")).ownPasskeys(),
    enabled: isAsked,
    retry: false,
  })
  const { emailVerified } = session.user
  return (
    <SettingRow
      hint={
        emailVerified
          ? t(
              "Sign in with your fingerprint, your face or the PIN of your device, without a password.",
            )
          : t("Verify your e-mail address first. Then you can sign in without a password.")
      }
      hintId="passkeys-hint"
      name={t("Passkeys")}
      state={null}
    >
      <Button
        aria-describedby="passkeys-hint"
        aria-disabled={emailVerified ? undefined : true}
        aria-haspopup="dialog"
        onClick={() => {
          if (!emailVerified) return
          setAsked(true)
          if (isError) void refetch()
          showDialog(DIALOG)
        }}
      >
        {t("Manage passkeys")}
      </Button>
      <Dialog id={DIALOG} title={t("Passkeys")}>
        {data == null ? (
          <output>{t(unknownText(data, isError))}</output>
        ) : (
          <PasskeySteps
            onChange={async (text) => {
              toast.success(text)
              await queries.invalidateQueries({ queryKey: SETTING })
            }}
            passkeys={data}
            timeZone={timeZone}
            user={session.user}
          />
        )}
      </Dialog>
    </SettingRow>
  )
}

/** What is said as long as there is nothing to set. */
function unknownText(passkeys: readonly Passkey[] | null | undefined, isError: boolean): string {
  if (passkeys === null)
    return msg("You signed in without JavaScript. Sign in again to add or remove passkeys.")
  return isError
    ? msg("Couldn't reach the sign-in service. Close this and try again.")
    : msg("One moment…")
}
