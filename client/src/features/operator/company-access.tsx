import { actions } from "#client/paths.ts"
import { moment } from "#client/records/cells.tsx"
import { useLook } from "#client/records/use-look.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"

import type { AdminCompany } from "./companies.tsx"

/** Whether the company lets the operator's people read its records, and the way in. */
export function CompanyAccess({ company }: { company: AdminCompany }) {
  const look = useLook()
  const { t } = look
  const until = company.supportUntil
  return (
    <Card
      aside={
        until === null ? (
          <Tag>{t("No access")}</Tag>
        ) : (
          <Tag tone="warning">{t("Access granted")}</Tag>
        )
      }
      id="support"
      title={t("Support access")}
    >
      {until === null ? (
        <p>
          {t("An administrator of the company can grant read-only access in the company profile.")}
        </p>
      ) : (
        <>
          <Facts>
            <Fact name={t("Ends")}>{moment(until, look)}</Fact>
          </Facts>
          <form action={actions.viewing()} method="post">
            <input name="company" type="hidden" value={company._id} />
            <Button submits>{t("Open company")}</Button>
          </form>
        </>
      )}
    </Card>
  )
}
