import { accountTypeText, companyTypeText } from "#client/lib/company-text.ts"
import { countryName } from "#client/lib/country-names.ts"
import { offsetLabel, wallClock } from "#client/lib/format/zone.ts"
import type { SessionView } from "#client/lib/session.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"

/** The company as its papers would name it. */
export function CompanyCard({ session, now }: { session: SessionView; now: number }) {
  const { company } = session
  const zone = company.timezone ?? null
  return (
    <Card
      aside={<Tag>{accountTypeText(company.account_type)}</Tag>}
      id="company"
      title={company.name}
    >
      <Facts>
        <Fact name="Business">{companyTypeText(company.company_type)}</Fact>
        <Fact name="Operating country">{countryName(company.operating_country ?? "")}</Fact>
        <Fact name="Currency">{company.currency}</Fact>
        <Fact name="Time zone">
          {zone === null
            ? null
            : `${zone.replaceAll("_", " ")} (${offsetLabel(wallClock(now, zone).offset)})`}
        </Fact>
      </Facts>
    </Card>
  )
}
