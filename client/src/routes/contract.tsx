import { type AdminCompany, companies } from "#client/features/operator/companies.tsx"
import { CompanyAccess } from "#client/features/operator/company-access.tsx"
import { CompanyFacts } from "#client/features/operator/company-facts.tsx"
import { contractSections } from "#client/features/operator/contract-form.ts"
import { RecordPage } from "#client/records/record-page.tsx"
import { useNeed, useVisit } from "#client/services/page.tsx"
import { shareView } from "#client/services/session/view.ts"
// One file of the build with these: see base.ts.
import "#client/records/record-screen.tsx"

export function Component() {
  const { session } = useVisit()
  const record = useNeed<AdminCompany>("record")
  const offered = useNeed<readonly { code: string }[]>("products")
  const company = record.status === "ready" ? record.data : null
  const products =
    offered.status === "ready" ? offered.data.map(({ code }) => code) : (company?.products ?? [])
  return (
    <RecordPage
      aside={aside}
      noun={companies}
      onSaved={() => {
        // The products of the user's own company decide what this page may show.
        if (company?._id === session.get()?.company._id) void shareView(session)
      }}
      sections={contractSections({ products, hasPlan: company?.subscripedPlan != null })}
    />
  )
}

function aside(company: AdminCompany) {
  return (
    <>
      <CompanyFacts company={company} />
      <CompanyAccess company={company} />
    </>
  )
}
