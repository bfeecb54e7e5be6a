import { useEffect, useRef, useState } from "react"

import { passkeyStore } from "#client/lib/browser.ts"
import { dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import type { SessionUser } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import type { Passkey } from "#client/services/auth/passkeys.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import { PasskeyAddition, PasskeyRemoval } from "./passkey-forms.tsx"

interface StepsProps {
  passkeys: readonly Passkey[]
  user: SessionUser
  timeZone: string
  /** Says what has happened, and reads the list again. */
  onChange: (text: string) => Promise<void>
}

/** The list, and in its place the form that adds or removes one. */
export function PasskeySteps({ passkeys, user, timeZone, onChange }: StepsProps) {
  const t = useText()
  const [step, setStep] = useState<"list" | "add" | Passkey>("list")
  const list = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    // What had the focus is gone; the form takes it by itself.
    if (hasMoved.current && step === "list") list.current?.focus()
    hasMoved.current = true
  }, [step])
  const back = () => setStep("list")
  const changed = async (text: string) => {
    await onChange(text)
    back()
  }
  const shared = { email: user.emailId, onBack: back }
  if (step === "add")
    return <PasskeyAddition {...shared} onDone={() => void changed(msg("Passkey added."))} />
  if (step !== "list") {
    return (
      <PasskeyRemoval
        {...shared}
        onDone={() => void changed(msg("Passkey removed."))}
        passkey={step}
      />
    )
  }
  const moment = (instant: string) => (
    <Instant dateTime={instant}>{formatDateTime(instant, dateStyle(timeZone, user))}</Instant>
  )
  return (
    <div className="ui-form" ref={list} tabIndex={-1}>
      {passkeys.length === 0 ? (
        <p>{t("You have no passkeys yet. Your device or password manager keeps them for you.")}</p>
      ) : (
        <ul className="ac-passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <p>
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className="ac-passkey-when">
                  {t.nodes("Added {when}", { when: moment(passkey.createdAt) })}
                </p>
                <p className="ac-passkey-when">
                  {passkey.usedAt === null
                    ? t("Not used yet")
                    : t.nodes("Last used {when}", { when: moment(passkey.usedAt) })}
                </p>
              </div>
              <Button
                aria-label={t("Remove {name}", { name: passkey.name })}
                onClick={() => setStep(passkey)}
              >
                {t("Remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeyStore() !== undefined ? (
        <Button look="primary" onClick={() => setStep("add")}>
          {t("Add passkey")}
        </Button>
      ) : (
        <p>{t("This browser cannot create passkeys on this page.")}</p>
      )}
    </div>
  )
}
