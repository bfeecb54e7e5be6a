import { companySections } from "#client/features/company/company-form.ts"
import { CompanyStanding } from "#client/features/company/company-standing.tsx"
import { type Company, companies } from "#client/features/company/company.tsx"
import { Everything } from "#client/features/company/everything.tsx"
import { type SupportAccess, SupportAccessCard } from "#client/features/company/support-access.tsx"
import {
  type SuppressedAddresses,
  SuppressedAddressesCard,
} from "#client/features/company/suppressed-addresses.tsx"
import { paths } from "#client/paths.ts"
import { RecordPage } from "#client/records/record-page.tsx"
import { useNeed, usePage, useVisit } from "#client/services/page.tsx"
import { shareView } from "#client/services/session/view.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
// One file of the build with these: see base.ts.
import "#client/records/person-fields.ts"
import "#client/records/record-screen.tsx"

export function Component() {
  const { session } = usePage()
  const visit = useVisit()
  const record = useNeed<Company>("record")
  const support = useNeed<SupportAccess>("support")
  const suppressed = useNeed<SuppressedAddresses>("suppressed")
  if (session === null) return null
  return (
    <>
      <RecordPage
        actions={actions}
        noun={companies}
        onSaved={() => void shareView(visit.session)}
        sections={companySections(session)}
      />
      {record.status === "ready" ? (
        <div className="co-below">
          <CompanyStanding company={record.data} session={session} />
          <Everything />
          <SuppressedAddressesCard need={suppressed} />
          <SupportAccessCard need={support} />
        </div>
      ) : null}
    </>
  )
}

function actions() {
  return <OfficesLink />
}

function OfficesLink() {
  const t = useText()
  return (
    <a className={buttonClass("secondary")} href={paths.offices({ page: 1 })}>
      {t("Offices")}
    </a>
  )
}
