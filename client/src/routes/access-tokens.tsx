import { NewToken } from "#client/features/account/new-token.tsx"
import { TokensCard } from "#client/features/account/tokens-card.tsx"
import { useRights } from "#client/records/rights.ts"
import { useNeed } from "#client/services/page.tsx"
import { ACCESS_TOKENS, type AccessToken } from "#client/services/session/access-tokens.ts"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

export function Component() {
  const t = useText()
  const tokens = useNeed<readonly AccessToken[]>("tokens")
  const me = useNeed<components["schemas"]["User"]>("me")
  const whyNot = useRights("profile")("edit")
  const roles = me.status === "ready" ? me.data.roles : []
  return (
    <>
      <PageHeading title={t("Access tokens")}>
        <p>
          {t(
            "For programs that call Waybill for you. A program can do what you allow here, and never more than you can.",
          )}
        </p>
      </PageHeading>
      <div aria-busy={me.status === "pending" || tokens.status === "pending"} className="st-cards">
        {me.status === "failed" ? (
          <ErrorPanel
            onRetry={me.retry}
            problem={me.problem}
            title={t("Couldn't load your roles.")}
          />
        ) : null}
        {me.status === "failed" ? null : <NewToken roles={roles} />}
        <TokensCard
          address={ACCESS_TOKENS}
          need={tokens}
          none={t("You have no access tokens.")}
          roles={roles}
          title={t("Your tokens")}
          whyNot={whyNot}
        />
      </div>
    </>
  )
}
