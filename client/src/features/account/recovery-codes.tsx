import { useEffect, useRef, useState } from "react"

import { copy } from "#client/lib/browser.ts"
import { type RecoveryCodes, renewRecoveryCodes } from "#client/services/auth/app-setting.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { bothFactors, checkBothFactors } from "./app-checks.ts"
import { BothFactorFields } from "./both-factors.tsx"
import { CheckedForm } from "./checked-form.tsx"
import { refusalOf } from "./refusal.ts"

/** The codes, which are shown this once. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodes & { onDone: () => void }) {
  const t = useText()
  const list = useRef<HTMLParagraphElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    // It took the place of the form in which the focus was.
    list.current?.focus()
  }, [])
  return (
    <div className="ui-form">
      <p ref={list} tabIndex={-1}>
        {t(
          "Keep these recovery codes where you can find them without your phone. Each one signs you in once, in place of a code from the app. They will not be shown again.",
        )}
      </p>
      <ol className="ac-recovery" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="ui-dialog-foot">
        <output>{copied ? t("Copied") : ""}</output>
        <Button onClick={() => void copy(codes.join("\n")).then(setCopied)}>
          {t("Copy codes")}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t("Done")}
        </Button>
      </div>
    </div>
  )
}

/** How many are left, and the way to new ones. */
export function RecoveryCodesLeft({ left, onRenew }: { left: number; onRenew: () => void }) {
  const t = useText()
  return (
    <div className="ac-recovery-left">
      <span>{t("Recovery codes left: {left}", { left })}</span>
      <Button onClick={onRenew}>{t("Create new recovery codes")}</Button>
    </div>
  )
}

/** Asks for both factors, as a browser left open must not get codes without one. */
export function RecoveryCodeRenewal({
  email,
  onCodes,
}: {
  email: string
  onCodes: (codes: string[]) => void
}) {
  const t = useText()
  const form = useCheckedForm({
    names: bothFactors,
    check: checkBothFactors,
    send: async ({ password, code }) => {
      const renewed = await renewRecoveryCodes({ email, password, code })
      if ("codes" in renewed) {
        onCodes(renewed.codes)
        return null
      }
      return refusalOf(renewed, bothFactors)
    },
  })
  return (
    <CheckedForm
      form={form}
      refused={t("Couldn't create recovery codes")}
      sending={t("Creating…")}
      submit={t("Create codes")}
    >
      <p>{t("Your current codes will stop working.")}</p>
      <BothFactorFields errors={form.fields} />
    </CheckedForm>
  )
}
