import { accountTypeText, productText } from "#client/lib/company-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { plainDay } from "#client/records/cells.tsx"
import { useLook } from "#client/records/use-look.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"

import type { Company } from "./company.tsx"

/** What the company has agreed with the operator, and what looks wrong with its data. */
export function CompanyStanding({ company, session }: { company: Company; session: SessionView }) {
  const look = useLook()
  const { t } = look
  const plan = company.subscripedPlan
  return (
    <>
      {company.warnings.length === 0 ? null : (
        <div className="rc-bar" role="note">
          {company.warnings.map(({ pointer, detail }) => (
            <p key={pointer}>{t(detail)}</p>
          ))}
        </div>
      )}
      <Card
        aside={
          session.isExpired ? (
            <Tag tone="danger">{t("Expired")}</Tag>
          ) : (
            <Tag tone="ok">{t("Active")}</Tag>
          )
        }
        id="subscription"
        title={t("Subscription")}
      >
        <Facts>
          <Fact name={t("Plan")}>{plan?.name ?? null}</Fact>
          <Fact name={t("Valid until the end of")}>
            {plan?.expiryDate == null ? t("No end") : plainDay(plan.expiryDate, look)}
          </Fact>
          <Fact name={t("Contract")}>{t(accountTypeText(company.account_type))}</Fact>
          <Fact name={t("Products")}>
            {company.products.map((code) => t(productText(code))).join(", ")}
          </Fact>
          <Fact name={t("Company data")}>
            {company.account_setup === "done"
              ? t("Complete")
              : t("Street, city or country missing")}
          </Fact>
        </Facts>
        <p className="rc-muted">{t("Set by the operator of Waybill.")}</p>
      </Card>
    </>
  )
}
