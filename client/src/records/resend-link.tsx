import { useEffect, useState } from "react"

import { useText } from "#client/ui/text.tsx"

/** Between two messages; the provider refuses more. */
const COOLDOWN_S = 60

/** Asks for another verification mail to this address, the user's; after a success it waits before it may be pressed again. */
export function ResendLink({ emailId }: { emailId: string }) {
  const t = useText()
  const [sending, setSending] = useState(false)
  const [wait, setWait] = useState(0)

  useEffect(() => {
    if (wait === 0) return undefined
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])

  const idle = !sending && wait === 0
  const press = async () => {
    if (!idle) return
    setSending(true)
    const { resendVerification } = await import("#client/services/auth/verification.ts")
    const result = await resendVerification(emailId)
    setSending(false)
    if (result === "sent") setWait(COOLDOWN_S)
  }
  return (
    <>
      <button aria-disabled={!idle} className="ui-link" onClick={() => void press()} type="button">
        {sending ? t("Sending…") : t("Resend Email")}
      </button>
      {wait > 0 ? (
        <span className="sh-wait"> {t("again in {seconds} s", { seconds: wait })}</span>
      ) : null}
    </>
  )
}
