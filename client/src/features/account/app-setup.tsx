import { useEffect, useRef, useState } from "react"

import type { AppSetup } from "#client/services/auth/app-factor.ts"
import { beginSetup, finishSetup } from "#client/services/auth/app-setting.ts"
import { type QrCode, qrCode } from "#client/services/qr.ts"
import { PasswordField } from "#client/ui/password-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkAppCode, codeNames } from "./account-checks.ts"
import { checkConfirmation, confirmNames } from "./app-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { CodeField } from "./code-field.tsx"
import { refusalOf } from "./refusal.ts"

interface StepsProps {
  email: string
  onDone: () => void
}

/** First the password, then the app and a code of it. */
export function AppSetupSteps({ email, onDone }: StepsProps) {
  const [setup, setSetup] = useState<AppSetup | null>(null)
  return setup === null ? (
    <ConfirmForm email={email} onDone={onDone} onSetup={setSetup} />
  ) : (
    <AppForm
      onDone={() => {
        setSetup(null)
        onDone()
      }}
      setup={setup}
    />
  )
}

function ConfirmForm({
  email,
  onDone,
  onSetup,
}: StepsProps & { onSetup: (setup: AppSetup) => void }) {
  const t = useText()
  const form = useCheckedForm({
    names: confirmNames,
    check: checkConfirmation,
    send: async ({ password }) => {
      const begun = await beginSetup(email, password)
      if ("secret" in begun) {
        onSetup(begun)
        return null
      }
      // Set up in another browser meanwhile.
      if (begun.status === "done") onDone()
      return refusalOf(begun, confirmNames)
    },
  })
  return (
    <CheckedForm
      form={form}
      refused={t("Couldn't set up the app")}
      sending={t("Checking…")}
      submit={t("Resume")}
    >
      <p>
        {t(
          "You need an authenticator app or a password manager that shows codes, on your phone or this device. Your other browsers will be signed out.",
        )}
      </p>
      <PasswordField
        autoComplete="current-password"
        error={form.fields.password}
        label={t("Your password")}
        maxLength={1024}
        name="password"
      />
    </CheckedForm>
  )
}

function AppForm({ setup, onDone }: { setup: AppSetup; onDone: () => void }) {
  const t = useText()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // It took the place of the form in which the focus was.
    link.current?.focus()
  }, [])
  const form = useCheckedForm({
    names: codeNames,
    check: checkAppCode,
    send: async ({ code }) => {
      const outcome = await finishSetup(setup, code)
      if (outcome.status === "done") onDone()
      return refusalOf(outcome, codeNames)
    },
  })
  return (
    <CheckedForm
      form={form}
      refused={t("The app is not set up yet")}
      sending={t("Turning on…")}
      submit={t("Turn on")}
    >
      <p>
        {t.nodes("Scan this with the app, or {open}.", {
          open: (
            <a href={setup.url} ref={link}>
              {t("open it in an app on this device")}
            </a>
          ),
        })}
      </p>
      <QrPicture text={setup.url} />
      <p>
        {t.nodes("Or type this key into the app: {key}", {
          key: <code className="ac-secret">{setup.secret.match(/.{1,4}/gu)?.join(" ")}</code>,
        })}
      </p>
      <CodeField
        error={form.fields.code}
        hint={t("The code changes every 30 seconds.")}
        label={t("Code from the app")}
      />
    </CheckedForm>
  )
}

/** The key below it says the same. */
function QrPicture({ text }: { text: string }) {
  const [code, setCode] = useState<QrCode | null>(null)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const drawn = await qrCode(text)
      if (!isGone) setCode(drawn)
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [text])
  return (
    <div className="ac-qr">
      {code === null ? null : (
        <svg aria-hidden="true" viewBox={`0 0 ${code.size} ${code.size}`}>
          <path d={code.path} />
        </svg>
      )}
    </div>
  )
}
