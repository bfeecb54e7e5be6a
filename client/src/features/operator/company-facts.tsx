import { countryName } from "#client/lib/country-names.ts"
import { formatNumber } from "#client/lib/format/number.ts"
import { moment } from "#client/records/cells.tsx"
import { useLook } from "#client/records/use-look.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"

import type { AdminCompany } from "./companies.tsx"
import { StateTag } from "./state-tag.tsx"

/** Status and numbers of users. */
export function CompanyFacts({ company }: { company: AdminCompany }) {
  const look = useLook()
  const { t, locale } = look
  const { users } = company
  return (
    <Card aside={<StateTag state={company.state} />} id="standing" title={t("Status")}>
      <Facts>
        <Fact name={t("Active users")}>{formatNumber(users.active, locale)}</Fact>
        <Fact name={t("Invited users")}>{formatNumber(users.invited, locale)}</Fact>
        <Fact name={t("Suspended users")}>{formatNumber(users.suspended, locale)}</Fact>
        <Fact name={t("Deactivated users")}>{formatNumber(users.deactivated, locale)}</Fact>
        <Fact name={t("Operating country")}>{t(countryName(company.operating_country))}</Fact>
        <Fact name={t("Registered")}>{moment(company.createdAt, look)}</Fact>
      </Facts>
    </Card>
  )
}
