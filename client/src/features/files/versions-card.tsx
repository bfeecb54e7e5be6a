import { formatDateTime } from "#client/lib/format/date.ts"
import { formatSize } from "#client/lib/format/size.ts"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import type { DriveFile } from "#client/services/drive/transfer.ts"
import { useNeed } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { Instant } from "#client/ui/time.tsx"
import { UploadButton } from "#client/ui/upload-button.tsx"

import { SCANS } from "./file-words.ts"
import { Transfers } from "./transfers.tsx"
import { useUpload } from "./upload-zone.tsx"
import { useDownload } from "./use-download.ts"

/** Every content that the file has had, the latest first, and the way to give it another. */
export function VersionsCard({ file }: { file: DriveFile }) {
  const { t, locale, style } = useLook()
  const people = useNeed<readonly { _id: string; name: string }[]>("people")
  const whyNot = useRights("file")
  const { pending, download } = useDownload()
  const upload = useUpload({ fileId: file._id, version: file.version })
  const nameOf = (id: string) =>
    (people.status === "ready" ? people.data.find(({ _id }) => _id === id)?.name : undefined) ??
    t("Someone")
  const scan = SCANS[file.scan]
  return (
    <Card id="versions" title={t("Versions")}>
      <ol className="fl-versions">
        {file.versions.toReversed().map(({ n, size, by, at }) => (
          <li key={n}>
            <span className="fl-version">
              <b>{t("Version {number}", { number: n })}</b>
              <span className="rc-muted">
                {t.nodes("{name}, {time}", {
                  name: nameOf(by),
                  time: <Instant dateTime={at}>{formatDateTime(at, style)}</Instant>,
                })}
              </span>
            </span>
            <span className="rc-muted">{formatSize(size, locale)}</span>
            <IconButton
              aria-disabled={pending !== null || file.scan === "infected" || undefined}
              icon="download"
              label={t("Download version {number}", { number: n })}
              onClick={() => {
                if (file.scan !== "infected") void download(file, n)
              }}
            />
          </li>
        ))}
      </ol>
      <UploadButton
        label={t("Upload new version")}
        onChoose={(contents) => upload(contents.slice(0, 1))}
        whyNot={file.deletedAt === null ? whyNot("edit") : t("This is in the bin.")}
      />
      <Transfers locale={locale} />
      <Facts className="fl-facts">
        <Fact name={t("Scan")}>
          {scan === undefined ? file.scan : <Tag tone={scan.tone}>{t(scan.text)}</Tag>}
        </Fact>
        <Fact name={t("File type")}>
          <bdi>{file.mime}</bdi>
        </Fact>
        <Fact name={t("SHA-256 of the latest version")} wide>
          <bdi className="fl-hash">{file.sha256}</bdi>
        </Fact>
      </Facts>
    </Card>
  )
}
