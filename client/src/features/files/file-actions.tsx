import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { destroyFile } from "#client/services/drive/files.ts"
import { type DriveFile, FILES } from "#client/services/drive/transfer.ts"
import { useVisit } from "#client/services/page.tsx"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { Dialog, opens } from "#client/ui/dialog.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { useDownload } from "./use-download.ts"

const DESTROY = "destroy-file"

/** What can be done with a file besides changing it. */
export function FileActions({ file }: { file: DriveFile }) {
  const t = useText()
  const whyNot = useRights("file")
  const { pending, download } = useDownload()
  const refusal = whyNot("destroy")
  if (file.deletedAt !== null) {
    return (
      <>
        {refusal === null ? (
          <Button {...opens(DESTROY)}>{t("Delete permanently")}</Button>
        ) : (
          <ActionButton whyNot={refusal}>{t("Delete permanently")}</ActionButton>
        )}
        <DestroyDialog file={file} />
      </>
    )
  }
  const folder = file.folderId === null ? paths.files() : paths.folder(file.folderId)
  return (
    <>
      <a className={buttonClass("quiet")} href={folder}>
        <Icon height="16" name="folder" width="16" />
        {t("Show in folder")}
      </a>
      {file.isFolder ? (
        <a className={buttonClass("primary")} href={paths.folder(file._id)}>
          {t("Open folder")}
        </a>
      ) : (
        <ActionButton
          look="primary"
          onClick={() => void download(file)}
          pending={pending === null ? null : t("Downloading…")}
          whyNot={file.scan === "infected" ? t("Infected files cannot be downloaded.") : null}
        >
          <Icon height="16" name="download" width="16" />
          {t("Download")}
        </ActionButton>
      )}
    </>
  )
}

/** Asked because there is no way back. */
function DestroyDialog({ file }: { file: DriveFile }) {
  const t = useText()
  const navigate = useNavigate()
  const { queries } = useVisit()
  const destroy = async () => {
    try {
      await destroyFile(file)
      toast.success(msg("Deleted permanently."))
      // Lists ask anew when they are shown; the record that is still shown must not be asked for once more.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [kind, url] }) =>
          kind === "need" && typeof url === "string" && url.startsWith(FILES),
        refetchType: "none",
      })
      await navigate(paths.allFiles({ bin: "true", page: 1 }))
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : null
      toast.error(problem?.detail ?? msg("Couldn't delete it. Try again."))
    }
  }
  return (
    <Dialog id={DESTROY} title={t("Delete {name} permanently?", { name: file.name })}>
      <p>
        {file.isFolder
          ? t("This deletes the folder and everything in it. It cannot be undone.")
          : t.count(
              file.versions.length,
              "This deletes {count} version. It cannot be undone.",
              "This deletes all {count} versions. It cannot be undone.",
            )}
      </p>
      <form className="ui-dialog-foot" method="dialog" onSubmit={() => void destroy()}>
        <Button look="primary" submits>
          {t("Delete permanently")}
        </Button>
      </form>
    </Dialog>
  )
}
