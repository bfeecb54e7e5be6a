import { COMPANY_TYPES, accountTypeText } from "#client/lib/company-text.ts"
import { offsetLabel, wallClock } from "#client/lib/format/zone.ts"
import type { SessionView } from "#client/lib/session.ts"
import { useCountryName, usePicklistWord } from "#client/services/use-reference.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

/** The company as its papers would name it. */
export function CompanyCard({ session, now }: { session: SessionView; now: number }) {
  const t = useText()
  const nameOf = useCountryName()
  const wordOf = usePicklistWord()
  const { company } = session
  const zone = company.timezone ?? null
  return (
    <Card
      aside={<Tag>{t(accountTypeText(company.account_type))}</Tag>}
      id="company"
      title={company.name}
    >
      <Facts>
        <Fact name={t("Company type")}>
          {t(wordOf(COMPANY_TYPES, "company_type", company.company_type ?? ""))}
        </Fact>
        <Fact name={t("Operating country")}>{nameOf(company.operating_country ?? "")}</Fact>
        <Fact name={t("Currency")}>{company.currency}</Fact>
        <Fact name={t("Time zone")}>
          {zone === null
            ? null
            : `${zone.replaceAll("_", " ")} (${offsetLabel(wallClock(now, zone).offset)})`}
        </Fact>
      </Facts>
    </Card>
  )
}
