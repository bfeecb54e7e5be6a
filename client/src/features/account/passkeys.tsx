import { useQueryClient } from "@tanstack/react-query"

import type { SessionView } from "#client/lib/session.ts"
import { toast } from "#client/services/toasts.ts"
import { onDemand } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

import { ProviderRow } from "./provider-row.tsx"

const ID = "passkeys"

const PasskeySteps = onDemand(async () => (await import("./passkey-steps.tsx")).PasskeySteps)

interface PasskeysProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
}

/** The passkeys of the user, and the way to one more. */
export function Passkeys({ session: { user }, timeZone }: PasskeysProps) {
  const t = useText()
  const queries = useQueryClient()
  return (
    <ProviderRow
      ask={async () => (await import("#client/services/auth/passkeys.ts")).ownPasskeys()}
      button={() => t("Manage passkeys")}
      hint={t(
        "Sign in with your fingerprint, your face or the PIN of your device, without a password.",
      )}
      id={ID}
      name={t("Passkeys")}
      signInAgain={t("You signed in without JavaScript. Sign in again to add or remove passkeys.")}
      title={() => t("Passkeys")}
      unverified={t("Verify your e-mail address first. Then you can sign in without a password.")}
      user={user}
    >
      {(passkeys) => (
        <PasskeySteps
          onChange={async (text) => {
            toast.success(text)
            await queries.invalidateQueries({ queryKey: [ID] })
          }}
          passkeys={passkeys}
          timeZone={timeZone}
          user={user}
        />
      )}
    </ProviderRow>
  )
}
