import { useRef, useState } from "react"

import { relativePhrase } from "#client/lib/format/relative.ts"
import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { moment } from "#client/records/cells.tsx"
import { useLook } from "#client/records/use-look.ts"
import type { Need } from "#client/services/page.tsx"
import { type AccessToken, useAccessTokens } from "#client/services/session/access-tokens.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { Dialog, opens } from "#client/ui/dialog.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { type Say, useText } from "#client/ui/text.tsx"

import { PARTS } from "./token-checks.ts"

/** The tokens at an address, and what is said and possible there. */
interface Listed {
  address: string
  need: Need<readonly AccessToken[]>
  /** Those to which a token may be restricted. */
  roles: Roles
  title: string
  /** Said where there are none. */
  none: string
  /** Why none can be revoked; `null` when they can. */
  whyNot: string | null
}

type Roles = readonly { _id: string; name: string }[]

/** The tokens that the programs of a user bring, and the end of each. */
export function TokensCard({ need, title, ...listed }: Listed) {
  const t = useText()
  if (need.status === "failed") {
    return (
      <ErrorPanel
        onRetry={need.retry}
        problem={need.problem}
        title={t("Couldn't load the access tokens.")}
      />
    )
  }
  return (
    <Card id="tokens" title={title}>
      {need.status === "pending" ? <Skeleton /> : <Tokens rows={need.data} {...listed} />}
    </Card>
  )
}

interface TokensProps extends Omit<Listed, "need" | "title"> {
  rows: readonly AccessToken[]
}

function Tokens({ rows, address, none, roles, whyNot }: TokensProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1}>
      {rows.length === 0 ? <p>{none}</p> : null}
      <ul className="ac-tokens">
        {rows.map((row) => (
          <li className="ui-entry" key={row._id}>
            <TokenText roles={roles} row={row} />
            <ActionButton
              aria-label={t("Revoke {name}", { name: row.name })}
              whyNot={whyNot}
              {...(whyNot === null ? opens(dialogOf(row)) : {})}
            >
              {t("Revoke")}
            </ActionButton>
            {/* The button that was pressed is gone with its row. */}
            <Revocation address={address} onRevoked={() => list.current?.focus()} token={row} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RevocationProps {
  address: string
  token: AccessToken
  onRevoked: () => void
}

/** Asks, as what used the token stops working at once. */
function Revocation({ address, token, onRevoked }: RevocationProps) {
  const t = useText()
  const { revoke } = useAccessTokens(address)
  const [isBusy, setIsBusy] = useState(false)
  const { _id, name } = token
  const press = async () => {
    setIsBusy(true)
    const problem = await revoke(_id)
    setIsBusy(false)
    if (problem !== null) {
      toast.error(reasonOf(problem))
      return
    }
    toast.success({ text: msg("{name} revoked."), values: { name } })
    onRevoked()
  }
  return (
    <Dialog id={dialogOf(token)} title={t("Revoke {name}", { name })}>
      <p>
        {t(
          "Programs that use this token stop working at once. A revoked token cannot be restored.",
        )}
      </p>
      <div className="ui-dialog-foot">
        <Button
          look="primary"
          onClick={() => void press()}
          pending={isBusy ? t("Revoking…") : null}
        >
          {t("Revoke")}
        </Button>
      </div>
    </Dialog>
  )
}

function dialogOf({ _id }: AccessToken): string {
  return `revoke-${_id}`
}

function TokenText({ row, roles }: { row: AccessToken; roles: Roles }) {
  const look = useLook()
  const { t, now } = look
  const expiry = { when: moment(row.expiresAt, look) }
  const hasExpired = Date.parse(row.expiresAt) <= Date.parse(now)
  const role = roles.find(({ _id }) => _id === row.roleId)?.name
  return (
    <div className="ui-setting-text">
      <p className="ui-setting-name">
        <bdi>{row.name}</bdi> <code dir="ltr">…{row.ending}</code>{" "}
        {hasExpired ? <Tag tone="warning">{t("Expired")}</Tag> : null}
      </p>
      <p className="ui-setting-hint">{accessTexts(row, t).join(" · ")}</p>
      {row.roleId === null ? null : (
        <p className="ui-setting-hint">
          {role === undefined
            ? t("Restricted to a role that its user no longer has, so it opens nothing")
            : t.nodes("Restricted to the role {role}", { role: <bdi>{role}</bdi> })}
        </p>
      )}
      <p className="ui-setting-hint">
        {hasExpired ? t.nodes("Expired {when}", expiry) : t.nodes("Expires {when}", expiry)}
        {" · "}
        {row.lastUsedAt === null
          ? t("Not used yet")
          : t("Last used {ago}, {place}", {
              ago: t.phrase(relativePhrase(row.lastUsedAt, now)),
              place:
                row.lastUsedIp === null
                  ? t("unknown address")
                  : t("from {address}", { address: row.lastUsedIp }),
            })}
      </p>
    </div>
  )
}

/** What it opens, a sentence part for each part of the product. */
function accessTexts({ scopes }: AccessToken, t: Say): string[] {
  return PARTS.flatMap(({ label, read, write }) => {
    if (write !== null && scopes.includes(write)) {
      return t("{part}: read and write", { part: t(label) })
    }
    return scopes.includes(read) ? t("{part}: read", { part: t(label) }) : []
  })
}
