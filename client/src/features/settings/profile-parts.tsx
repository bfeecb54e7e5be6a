import type { ReactNode } from "react"

import { COMPANY_TYPES, accountTypeText, productText } from "#client/lib/company-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { useCountryName, usePicklistWord } from "#client/services/use-reference.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import type { OwnUser } from "./profile-form.tsx"
import { SecondFactor } from "./second-factor.tsx"

interface CompanyProps {
  session: SessionView
  /** `null` while it has not answered. */
  user: OwnUser | null
  /** Drawn for what only the user's record knows, as long as there is none. */
  missing: ReactNode
}

/** What I may do, and for whom. */
export function CompanyPart({ session, user, missing }: CompanyProps) {
  const t = useText()
  const nameOf = useCountryName()
  const wordOf = usePicklistWord()
  const { company, isSuperAdmin } = session
  return (
    <Card
      aside={<Tag>{t(accountTypeText(company.account_type))}</Tag>}
      id="profile-company"
      title={t("Company and access")}
    >
      <Facts>
        <Fact name={t("Company")}>{company.name}</Fact>
        <Fact name={t("Company type")}>
          {t(wordOf(COMPANY_TYPES, "company_type", company.company_type ?? ""))}
        </Fact>
        <Fact name={t("Operating country")}>{nameOf(company.operating_country ?? "")}</Fact>
        <Fact name={t("Currency")}>{company.currency}</Fact>
        <Fact name={t("Roles")}>
          {user === null ? missing : user.roles.map(({ name }) => name).join(", ")}
        </Fact>
        <Fact name={t("Groups")}>
          {user === null ? missing : user.groups.map(({ name }) => name).join(", ")}
        </Fact>
        <Fact name={t("Products")}>
          {session.products.map((code) => t(productText(code))).join(", ")}
        </Fact>
        {isSuperAdmin ? <Fact name={t("Operator")}>{t("Super administrator")}</Fact> : null}
      </Facts>
    </Card>
  )
}

/** How I get in; the children are what can be changed about it. */
export function SignInCard({ session, children }: { session: SessionView; children: ReactNode }) {
  const t = useText()
  return (
    <Card id="sign-in" title={t("Sign-in")}>
      <div className="st-settings">
        {children}
        <SecondFactor session={session} />
      </div>
    </Card>
  )
}
