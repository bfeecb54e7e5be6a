import { useParams } from "react-router"

import { FilesPage } from "#client/features/files/files-page.tsx"
import { paths } from "#client/paths.ts"
import type { DriveFile } from "#client/services/drive/transfer.ts"
import { useNeed } from "#client/services/page.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"
// One file of the build with these: see base.ts.
import "#client/features/files/parts.ts"

export function Component() {
  const t = useText()
  const { folder: id = "" } = useParams()
  const need = useNeed<DriveFile>("folder")
  if (need.status === "failed") {
    return (
      <>
        <PageHeading title={t("Folder")} />
        <ErrorPanel
          detail={need.problem.status === 404 ? t("It may have been deleted.") : undefined}
          onRetry={need.problem.status === 404 ? undefined : need.retry}
          problem={need.problem}
          title={t("Couldn't open this folder.")}
        >
          <a href={paths.files()}>{t("All files")}</a>
        </ErrorPanel>
      </>
    )
  }
  return <FilesPage folder={need.status === "ready" ? need.data : null} folderId={id} />
}
