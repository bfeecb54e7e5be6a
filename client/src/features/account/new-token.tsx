import { useEffect, useRef, useState } from "react"

import { copy } from "#client/lib/browser.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import type { CreatedAccessToken } from "#client/services/session/access-tokens.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { useText } from "#client/ui/text.tsx"

import { TokenForm } from "./token-form.tsx"

type Roles = readonly { _id: string; name: string }[]

/** The form, and in its place the secret of the token that it has created. */
export function NewToken({ roles }: { roles: Roles }) {
  const t = useText()
  const whyNot = useRights("profile")("edit")
  const [created, setCreated] = useState<CreatedAccessToken | null>(null)
  if (created !== null) {
    return (
      <Card id="new-token" title={t("Token created")}>
        <Secret onDone={() => setCreated(null)} token={created} />
      </Card>
    )
  }
  return (
    <Card id="new-token" title={t("New token")}>
      {whyNot === null ? (
        <TokenForm onCreated={setCreated} roles={roles} />
      ) : (
        <ActionButton whyNot={whyNot}>{t("Create token")}</ActionButton>
      )}
    </Card>
  )
}

/** The secret, which is shown this once. */
function Secret({ token, onDone }: { token: CreatedAccessToken; onDone: () => void }) {
  const t = useText()
  const lead = useRef<HTMLParagraphElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    // It took the place of the form in which the focus was.
    lead.current?.focus()
  }, [])
  return (
    <div className="ui-form">
      <p ref={lead} tabIndex={-1}>
        {t.nodes("Copy the token for {name} now. It will not be shown again.", {
          name: <bdi>{token.name}</bdi>,
        })}
      </p>
      <p className="ac-secret" dir="ltr">
        <code>{token.secret}</code>
      </p>
      <p className="ui-setting-hint">
        {t.nodes("Your program sends it with each request: {header}", {
          header: <code dir="ltr">Authorization: Bearer …</code>,
        })}
      </p>
      <div className="ui-dialog-foot">
        <output>{copied ? t("Copied") : ""}</output>
        <Button onClick={() => void copy(token.secret).then(setCopied)}>{t("Copy token")}</Button>
        <Button look="primary" onClick={onDone}>
          {t("Done")}
        </Button>
      </div>
    </div>
  )
}
