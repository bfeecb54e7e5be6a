import type { ReactNode } from "react"

import { isForbidden } from "#client/lib/problem.ts"
import { searchValues } from "#client/lib/search.ts"
import { paths } from "#client/paths.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import type { DriveFile } from "#client/services/drive/transfer.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import type { Need } from "#client/services/page.tsx"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { opens } from "#client/ui/dialog.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"
import { UploadButton } from "#client/ui/upload-button.tsx"

import { foldersAbove } from "./crumbs.ts"
import { FileTable } from "./file-table.tsx"
import { NEW_FOLDER, NewFolderDialog } from "./new-folder-dialog.tsx"
import { Transfers } from "./transfers.tsx"
import { DropZone, useUpload } from "./upload-zone.tsx"

type Files = readonly DriveFile[]

/** What lies in one folder, or at the top where there is none. */
export function FilesPage({
  folder,
  folderId,
}: {
  folder: DriveFile | null
  folderId: string | null
}) {
  const t = useText()
  const { env, url } = usePage()
  const whyNot = useRights("file")
  const upload = useUpload({ folderId })
  const folders = useNeed<Files>("folders")
  const files = useNeed<Files>("files")
  const look = useLook(files)
  const cut = url.indexOf("?")
  const { sort = "" } = cut < 0 ? {} : searchValues(url.slice(cut))
  const refusal = whyNot("create")
  const here = (query: { sort?: string; after?: string }) =>
    folderId === null ? paths.files(query) : paths.folder(folderId, query)
  return (
    <>
      <PageHeading
        aside={
          <div className="fl-tools">
            <a className={buttonClass("quiet")} href={paths.allFiles({ page: 1 })}>
              <Icon height="16" name="search" width="16" />
              {t("Search all files")}
            </a>
            {refusal === null ? (
              <Button {...opens(NEW_FOLDER)}>
                <Icon height="16" name="folder" width="16" />
                {t("New folder")}
              </Button>
            ) : (
              <ActionButton whyNot={refusal}>{t("New folder")}</ActionButton>
            )}
            <UploadButton
              label={t("Upload files")}
              look="primary"
              multiple
              onChoose={upload}
              whyNot={refusal}
            />
          </div>
        }
        title={folder?.name ?? t("Files")}
      >
        {folder === null ? (
          <p>{t("Your company's documents in folders. Drop files on the list to upload them.")}</p>
        ) : (
          <Crumbs folder={folder} />
        )}
      </PageHeading>
      <Transfers locale={env.locale} />
      <DropZone isClosed={refusal !== null} onDrop={upload}>
        <Listed files={files} folders={folders} isTop={folderId === null}>
          {(foldersHere, filesHere) => (
            <FileTable
              caption={folder?.name ?? t("Files")}
              files={filesHere}
              folders={foldersHere}
              href={(next) => here({ sort: next })}
              look={look}
              sort={sort || "name"}
            />
          )}
        </Listed>
        {files.status === "ready" && files.next !== undefined ? (
          <nav aria-label={t("Pages of the list")} className="fl-parts">
            <a className={buttonClass()} href={here({ sort, after: files.next })} rel="next">
              {t("More files")}
              <Icon height="16" name="chevron-end" width="16" />
            </a>
          </nav>
        ) : null}
      </DropZone>
      <NewFolderDialog folderId={folderId} />
    </>
  )
}

function Crumbs({ folder }: { folder: DriveFile }) {
  const t = useText()
  const tree = useNeed<Files>("tree")
  const above = foldersAbove(folder, tree.status === "ready" ? tree.data : [])
  return (
    <nav aria-label={t("Parent folders")} className="fl-crumbs">
      <ol>
        <li>
          <a href={paths.files()}>{t("Files")}</a>
        </li>
        {above.map(({ _id, name }) => (
          <li key={_id}>
            <a href={paths.folder(_id)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ol>
      <a href={paths.file(folder._id)}>{t("Rename, move or delete this folder")}</a>
    </nav>
  )
}

interface ListedProps {
  folders: Need<Files>
  files: Need<Files>
  isTop: boolean
  children: (folders: Files, files: Files) => ReactNode
}

function Listed({ folders, files, isTop, children }: ListedProps) {
  const t = useText()
  const failed = [folders, files].find((need) => need.status === "failed")
  if (failed !== undefined) {
    return (
      <ErrorPanel
        onRetry={failed.retry}
        problem={failed.problem}
        title={
          isForbidden(failed.problem)
            ? t("You don't have permission to see the files.")
            : t("Couldn't load the files.")
        }
      />
    )
  }
  if (folders.status !== "ready" || files.status !== "ready") return <Waiting />
  if (folders.data.length === 0 && files.data.length === 0) {
    return (
      <EmptyState icon="folder" title={isTop ? t("No files yet") : t("This folder is empty")}>
        <p>{t("Use the button above to upload documents, or drop them here.")}</p>
      </EmptyState>
    )
  }
  return children(folders.data, files.data)
}

const PLACES = Array.from({ length: 8 }, (_, place) => place)

function Waiting() {
  return (
    <ul aria-busy="true" className="fl-waiting">
      {PLACES.map((place) => (
        <li key={place}>
          <Skeleton width="half" />
        </li>
      ))}
    </ul>
  )
}
