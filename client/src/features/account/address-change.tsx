import { useState } from "react"

import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { useVisit } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { opens } from "#client/ui/dialog.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

const DIALOG = "address-change"

const AddressForm = onDemand(async () => (await import("./address-form.tsx")).AddressForm)

/** Another address for signing in. It waits until somebody has opened the link that is mailed there. */
export function AddressChange({ session }: { session: SessionView }) {
  const t = useText()
  const visit = useVisit()
  const [round, setRound] = useState(0)
  const { emailId, emailVerified, pendingEmail } = session.user
  const done = (asked: string) => {
    closeDialog(DIALOG)
    setRound(round + 1)
    toast.success(msg("A link is on its way to your new address."))
    const now = visit.session.get()
    if (now !== null) visit.session.set({ ...now, user: { ...now.user, pendingEmail: asked } })
  }
  return (
    <SettingRow
      hint={
        pendingEmail === null
          ? t(
              "We send a link to the new address. Your current address stays in use until you open it.",
            )
          : t("Waiting for {address}. Open the link we sent there.", {
              address: pendingEmail,
            })
      }
      hintId="address-change-hint"
      name={emailId}
      state={
        emailVerified ? (
          <Tag tone="ok">{t("Verified")}</Tag>
        ) : (
          <Tag tone="warning">{t("Not verified")}</Tag>
        )
      }
    >
      <button
        aria-describedby="address-change-hint"
        className={buttonClass("secondary")}
        type="button"
        {...AddressForm.ahead}
        {...opens(DIALOG)}
      >
        {t("Change e-mail address")}
      </button>
      <LateDialog id={DIALOG} title={t("Change e-mail address")}>
        <AddressForm key={round} onDone={done} present={emailId} />
      </LateDialog>
    </SettingRow>
  )
}
