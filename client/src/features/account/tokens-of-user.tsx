import { useRights } from "#client/records/rights.ts"
import { type Need, isHidden } from "#client/services/page.tsx"
import { type AccessToken, tokensOfUser } from "#client/services/session/access-tokens.ts"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

import { TokensCard } from "./tokens-card.tsx"

interface TokensOfUserProps {
  need: Need<readonly AccessToken[]>
  owner: components["schemas"]["User"]
}

/** The access tokens of a user, where the reader may suspend users. */
export function TokensOfUser({ need, owner }: TokensOfUserProps) {
  const t = useText()
  const whyNot = useRights("user")("suspend")
  if (isHidden(need)) return null
  return (
    <TokensCard
      address={tokensOfUser(owner._id)}
      need={need}
      none={t("This user has no access tokens.")}
      roles={owner.roles}
      title={t("Access tokens")}
      whyNot={whyNot}
    />
  )
}
