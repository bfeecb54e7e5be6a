import { useState } from "react"

import { signInWithPasskey } from "#client/services/auth/passkeys.ts"
import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

/** The way in without a password. The browser asks which passkey; without script there is none. */
export function PasskeySignIn({ onNoAccount }: { onNoAccount: (email: string) => void }) {
  const t = useText()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const begin = async () => {
    setPending(true)
    setFault(null)
    const outcome = await signInWithPasskey()
    setPending(false)
    if (outcome.status === "no-account") onNoAccount(outcome.email ?? "")
    if (outcome.status === "failed") setFault(outcome.text)
  }
  return (
    <div className="ac-passkey">
      <Button onClick={() => void begin()} pending={isPending ? t("Signing in…") : null}>
        {t("Use a passkey")}
      </Button>
      <p aria-live="polite">
        {fault === null ? null : (
          <span className="ui-error">
            <Icon height="16" name="warning" width="16" />
            {t(fault)}
          </span>
        )}
      </p>
    </div>
  )
}
