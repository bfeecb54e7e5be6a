import type { ReactNode } from "react"

import { formatNumber } from "#client/lib/format/number.ts"
import { formatSize } from "#client/lib/format/size.ts"
import { msg } from "#client/lib/words.ts"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import type { components } from "#client/wire/api.ts"

export type ArchivePreview = components["schemas"]["ArchivePreview"]

/** The server answers it with the file; a browser needs no script for it, and holds nothing in memory. */
const DOWNLOAD = "/download/company"

/** Why the server sent the browser back here instead. */
const REASONS: Readonly<Record<string, string>> = {
  busy: msg(
    "Your company's data is already being downloaded. Try again when that download has finished.",
  ),
  refused: msg("Your roles no longer include this download."),
  failed: msg("Couldn't prepare the download. Try again in a few minutes."),
}

/** Everything that the company has, as one file: what is in it, and roughly how large it is. */
export function Everything() {
  const { t, locale } = useLook()
  const whyNot = useRights("company")("export")
  const preview = useNeed<ArchivePreview | null>("everything")
  if (preview.status === "failed") return null
  const data = preview.status === "ready" ? preview.data : null
  return (
    <Card id="everything" title={t("All data in one file")}>
      <div className="co-everything">
        <Refusal />
        <p>
          {t(
            "A ZIP file with all records as CSV and JSON, the audit history, e-mails with their attachments, and files in their folders. You can download it as long as your company exists, even after the subscription ends.",
          )}
        </p>
        {whyNot === null ? (
          <>
            {data === null ? <Skeleton /> : <Holds data={data} />}
            <p>
              <a className={buttonClass("secondary")} href={DOWNLOAD} target="_self">
                <Icon height="16" name="download" width="16" />
                {data === null
                  ? t("Download all data")
                  : t("Download all data (about {size})", {
                      size: formatSize(data.aboutBytes, locale),
                    })}
              </a>
            </p>
            <p className="rc-muted">
              {t(
                "Passwords, keys and other users' private records, such as drafts, are not included. The download is recorded in the audit history.",
              )}
            </p>
          </>
        ) : (
          <p className="rc-muted">{whyNot}</p>
        )}
      </div>
    </Card>
  )
}

function Holds({ data }: { data: ArchivePreview }): ReactNode {
  const { t, locale } = useLook()
  const number = (count: number) => formatNumber(count, locale)
  return (
    <Facts>
      <Fact name={t("Records")}>{number(data.records)}</Fact>
      <Fact name={t("Audit history")}>{number(data.auditEntries)}</Fact>
      <Fact name={t("E-mails")}>{number(data.mails)}</Fact>
      <Fact name={t("Files")}>
        {number(data.files)} · {formatSize(data.fileBytes, locale)}
      </Fact>
      <Fact name={t("Private to others, not included")}>{number(data.leftOut)}</Fact>
    </Facts>
  )
}

/** Why the link led back here. */
function Refusal() {
  const { t } = useLook()
  const { url } = usePage()
  const told = new URLSearchParams(url.split("?", 2)[1] ?? "").get("download") ?? ""
  const reason = Object.hasOwn(REASONS, told) ? REASONS[told] : undefined
  return reason === undefined ? null : (
    <p className="rc-bar" role="alert">
      {t(reason)}
    </p>
  )
}
