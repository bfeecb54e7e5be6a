import { useEffect, useState } from "react"
import type { MouseEvent } from "react"

import type { PostedForm } from "#client/lib/input.ts"
import type { OwedFactor } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { beginAnew, giveCode, sendCode } from "#client/services/auth/second-factor.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"
import type { Refusal } from "#client/ui/use-checked-form.ts"

import { checkCode, codeNames } from "./account-checks.ts"
import type { CodeName } from "./account-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { CodeField } from "./code-field.tsx"
import { refusalOf, refusalOfProblem } from "./refusal.ts"

interface CodeFormProps {
  owed: OwedFactor
  /** Where the sign-in leads when the form is posted without script. */
  redirectUri: string | undefined
  /** The form that was posted without script and came back. */
  posted: PostedForm | null
}

/** Seconds between two codes: a mail takes its time, and each code ends the ones before it. */
const WAIT_S = 30

/** How it stands with another code. */
type Again = "idle" | "sending" | "sent"

/** Asks for the code of the mail. It posts to the server until the page is hydrated. */
export function CodeForm({ owed, redirectUri, posted }: CodeFormProps) {
  const t = useText()
  const { fbtkn } = owed
  const [again, setAgain] = useState<Again>(posted?.problem === null ? "sent" : "idle")
  const [wait, setWait] = useState(0)
  const form = useCheckedForm<CodeName>({
    names: codeNames,
    check: checkCode,
    initial: posted?.problem == null ? null : refusalOfProblem(posted.problem, codeNames),
    send: async ({ code }) => {
      setAgain("idle")
      return refusalOf(await giveCode(fbtkn, code), codeNames)
    },
  })
  useEffect(() => {
    if (wait === 0) return undefined
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])
  const ask = async (event: MouseEvent) => {
    event.preventDefault()
    if (wait > 0) return
    setAgain("sending")
    const refusal: Refusal<CodeName> | null = refusalOf(await sendCode(fbtkn), codeNames)
    setAgain(refusal === null ? "sent" : "idle")
    if (refusal === null) setWait(WAIT_S)
    form.refuse(refusal)
  }
  return (
    <CheckedForm
      action={paths.login({ owed, redirectUri })}
      below={
        <div className="ac-other-ways">
          <output>
            {again === "sent" ? (
              <span className="ac-note">
                {t("We sent a new code. Earlier codes no longer work.")}
              </span>
            ) : null}
          </output>
          <Button
            aria-disabled={wait > 0 ? true : undefined}
            formNoValidate
            look="quiet"
            name="again"
            onClick={(event) => void ask(event)}
            pending={again === "sending" ? t("Sending…") : null}
            submits
            value="true"
          >
            {wait > 0
              ? t("Send a new code in {seconds} s", { seconds: wait })
              : t("Send a new code")}
          </Button>
          <a data-waits href={paths.login({ redirectUri })} onClick={leave}>
            {t("Sign in again")}
          </a>
        </div>
      }
      form={form}
      refused={t("Couldn't sign you in yet")}
      sending={t("Signing in…")}
      submit={t("Sign in")}
    >
      <CodeField
        defaultValue={posted?.code}
        error={form.fields.code}
        hint={t("It can be used once, within 10 minutes.")}
        label={t("Code from the message")}
      />
      <input name="fbtkn" type="hidden" value={fbtkn} />
      {redirectUri === undefined ? null : (
        <input name="redirect_uri" type="hidden" value={redirectUri} />
      )}
    </CheckedForm>
  )
}

function leave(event: MouseEvent): void {
  event.preventDefault()
  void beginAnew()
}
