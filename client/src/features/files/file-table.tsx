import { formatSize } from "#client/lib/format/size.ts"
import { paths } from "#client/paths.ts"
import { ago } from "#client/records/cells.tsx"
import type { Look } from "#client/records/noun.ts"
import { PicklistWord } from "#client/records/picklist-word.tsx"
import type { DriveFile } from "#client/services/drive/transfer.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { ColumnHead, Table } from "#client/ui/table.tsx"
import type { Order } from "#client/ui/table.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { DOC_TYPES, SCANS } from "./file-words.ts"
import { useDownload } from "./use-download.ts"

interface FileTableProps {
  caption: string
  folders: readonly DriveFile[]
  files: readonly DriveFile[]
  /** How the files are sorted: a field, with `-` before it for the other direction. */
  sort: string
  href: (sort: string) => string
  look: Look
}

/** Folders first, then the files. */
export function FileTable(props: FileTableProps) {
  const { caption, folders, files, sort, href, look } = props
  const { t, locale } = look
  const { pending, download } = useDownload()
  const head = (field: string, label: string) => (
    <ColumnHead
      href={href(sort === field ? `-${field}` : field)}
      label={label}
      number={field === "size"}
      order={orderOf(sort, field)}
    />
  )
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          {head("name", t("Name"))}
          {head("docType", t("Document type"))}
          {head("size", t("Size"))}
          {head("updatedAt", t("Changed"))}
          <th scope="col">{t("Notes")}</th>
          <th className="fl-acts" scope="col">
            <span className="u-hidden">{t("Download")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {folders.map(({ _id, name, updatedAt, visibility }) => (
          <tr key={_id}>
            <th scope="row">
              <a className="fl-name" href={paths.folder(_id)}>
                <Icon className="fl-folder" name="folder" />
                <bdi>{name}</bdi>
              </a>
            </th>
            <td>{t("Folder")}</td>
            <td className="ui-number">–</td>
            <td>{ago(updatedAt, look)}</td>
            <td colSpan={2}>{visibility === "private" ? <Tag>{t("Only me")}</Tag> : null}</td>
          </tr>
        ))}
        {files.map((file) => (
          <tr key={file._id}>
            <th scope="row">
              <a className="fl-name" href={paths.file(file._id)}>
                <Icon name="file" />
                <bdi>{file.name}</bdi>
              </a>
            </th>
            <td>
              {file.docType === "other" ? null : (
                <PicklistWord options={DOC_TYPES} picklist="document_type" word={file.docType} />
              )}
            </td>
            <td className="ui-number">{formatSize(file.size, locale)}</td>
            <td>{ago(file.updatedAt, look)}</td>
            <td>
              <Notes file={file} />
            </td>
            <td className="fl-acts">
              <IconButton
                aria-disabled={pending === file._id || file.scan === "infected" || undefined}
                icon="download"
                label={
                  file.scan === "infected"
                    ? t("{name} is infected and cannot be downloaded", { name: file.name })
                    : t("Download {name}", { name: file.name })
                }
                onClick={() => {
                  if (file.scan !== "infected") void download(file)
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What is out of the ordinary: who sees it, what the scanner says, words it is found by. */
function Notes({ file }: { file: DriveFile }) {
  const t = useText()
  const scan = SCANS[file.scan]
  return (
    <span className="fl-tags">
      {file.visibility === "private" ? <Tag>{t("Only me")}</Tag> : null}
      {scan === undefined || file.scan === "clean" || file.scan === "pending" ? null : (
        <Tag tone={scan.tone}>{t(scan.text)}</Tag>
      )}
      {file.versions.length > 1 ? (
        <Tag>{t.count(file.versions.length, "{count} version", "{count} versions")}</Tag>
      ) : null}
      {file.tags.map((tag) => (
        <Tag key={tag} tone="accent">
          <bdi>{tag}</bdi>
        </Tag>
      ))}
    </span>
  )
}

function orderOf(sort: string, field: string): Order {
  if (sort === field) return "ascending"
  return sort === `-${field}` ? "descending" : "none"
}
