/** Made-up answers about the own company. */
import type { ArchivePreview } from "client/features/company/everything.tsx"
import type { Overview } from "client/features/dashboard/dashboard-data.ts"

/** How much there is of what. */
export const SAMPLE_OVERVIEW: Overview = {
  users: 1234,
  roles: 3,
  countries: 250,
  currencies: 170,
  timezones: 400,
  picklistValues: 90,
}

/** What a download of all data would hold. */
export const SAMPLE_PREVIEW: ArchivePreview = {
  records: 1234,
  leftOut: 2,
  mails: 40,
  files: 12,
  fileBytes: 3_400_000,
  auditEntries: 5000,
  aboutBytes: 4_000_000,
  isUnderWay: false,
}

/** Who may read the company's records, and whom its mails do not reach. */
export function companyPart(key: "support" | "suppressed", mark: string) {
  return key === "support" ? supportAccess(mark) : suppressedAddresses(mark)
}

/** A grant that runs, and a visit under it. */
function supportAccess(mark: string) {
  const beganAt = "2026-11-20T11:00:00Z"
  return {
    running: { _id: mark, note: mark, grantedBy: mark, beganAt, until: "2026-11-20T15:00:00Z" },
    visits: [{ _id: mark, name: mark, beganAt, endedAt: null }],
  }
}

function suppressedAddresses(mark: string) {
  return {
    addresses: [
      {
        _id: "018f0000-0000-7000-8000-0000000000a1",
        address: `gone-${mark}@shipper.example`,
        reason: "bounced",
        detail: "550 5.1.1 no such mailbox",
        createdAt: "2026-11-19T10:00:00Z",
      },
      {
        _id: "018f0000-0000-7000-8000-0000000000a2",
        address: "joan@shipper.example",
        reason: "unsubscribed",
        detail: null,
        createdAt: "2026-11-18T10:00:00Z",
      },
    ],
    total: 3,
  }
}
