/** Files and folders as records (domain.md 4): listed wherever they lie, changed one by one. */
import { formatSize } from "#client/lib/format/size.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Dash, Tags, ago } from "#client/records/cells.tsx"
import { contactSource } from "#client/records/common-sources.ts"
import type { Noun } from "#client/records/noun.ts"
import { PicklistWord } from "#client/records/picklist-word.tsx"
import { type DriveFile, FILES } from "#client/services/drive/transfer.ts"
import { Icon } from "#client/ui/icon.tsx"
import { Tag } from "#client/ui/tag.tsx"

import { DOC_TYPES, SCANS, VISIBILITIES } from "./file-words.ts"

export const files: Noun<DriveFile> = {
  id: "file",
  service: FILES,
  resource: "file",
  icon: "file",
  titles: {
    list: msg("All files"),
    one: msg("File"),
    new: msg("New file"),
    counted: [msg("{count} file or folder."), msg("{count} files and folders.")],
    intro: msg("Search and filter the files in all folders."),
    empty: msg("Your company's documents will be listed here."),
  },
  paths: { list: paths.allFiles, record: paths.file },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    {
      id: "name",
      label: msg("Name"),
      sort: "name",
      cell: ({ name, isFolder }) => (
        <span className="fl-name">
          <Icon
            className={isFolder ? "fl-folder" : undefined}
            name={isFolder ? "folder" : "file"}
          />
          <bdi>{name}</bdi>
        </span>
      ),
    },
    {
      id: "docType",
      label: msg("Document type"),
      sort: "docType",
      cell: ({ docType, isFolder }, { t }) => {
        if (isFolder) return t("Folder")
        if (docType === "other") return <Dash />
        return <PicklistWord options={DOC_TYPES} picklist="document_type" word={docType} />
      },
    },
    {
      id: "size",
      label: msg("Size"),
      sort: "size",
      number: true,
      cell: ({ size, isFolder }, { locale }) => (isFolder ? <Dash /> : formatSize(size, locale)),
    },
    {
      id: "tags",
      label: msg("Tags"),
      cell: ({ tags }) => (
        <Tags>
          {tags.map((tag) => (
            <Tag key={tag} tone="accent">
              <bdi>{tag}</bdi>
            </Tag>
          ))}
        </Tags>
      ),
    },
    {
      id: "scan",
      label: msg("Scan"),
      cell: ({ scan, isFolder }, { t }) => {
        const state = SCANS[scan]
        if (isFolder || state === undefined) return <Dash />
        return <Tag tone={state.tone}>{t(state.text)}</Tag>
      },
    },
    {
      id: "updatedAt",
      label: msg("Changed"),
      sort: "updatedAt",
      cell: ({ updatedAt }, look) => ago(updatedAt, look),
    },
  ],
  filters: [
    { kind: "text", field: "name", label: msg("Name") },
    {
      kind: "choice",
      field: "docType",
      label: msg("Document type"),
      options: DOC_TYPES,
      picklist: "document_type",
    },
    { kind: "choice", field: "visibility", label: msg("Visible to"), options: VISIBILITIES },
    { kind: "lookup", field: "subject.id", label: msg("Contact"), source: contactSource },
    { kind: "flag", field: "isFolder", label: msg("Folder") },
    { kind: "number", field: "size", label: msg("Size in bytes") },
    { kind: "day", field: "createdAt", label: msg("Uploaded") },
  ],
  can: { export: true, bin: true, bulk: [] },
}
