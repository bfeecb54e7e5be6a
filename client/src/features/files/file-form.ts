/** The form of a file or folder. */
import { msg } from "#client/lib/words.ts"
import { folderSource } from "#client/records/common-sources.ts"
import type { Section } from "#client/records/fields.ts"
import { subjectControl } from "#client/records/subject-field.tsx"

import { DOC_TYPES, VISIBILITIES } from "./file-words.ts"

export const FILE_SECTIONS: readonly Section[] = [
  {
    id: "file",
    title: msg("Details"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 200, required: true },
      {
        kind: "lookup",
        name: "folderId",
        label: msg("Folder"),
        source: folderSource,
        none: null,
        hint: msg("Leave blank for the top level."),
      },
      {
        kind: "choice",
        name: "docType",
        label: msg("Document type"),
        options: DOC_TYPES,
        picklist: "document_type",
        required: true,
        when: ({ isFolder }) => isFolder !== true,
      },
      {
        kind: "choice",
        name: "visibility",
        label: msg("Visible to"),
        options: VISIBILITIES,
        required: true,
      },
      {
        kind: "custom",
        name: "subject",
        label: msg("Related to"),
        hint: msg("The record this file belongs to."),
        Control: subjectControl(["contact", "issue", "port", "template", "user"]),
      },
      { kind: "texts", name: "tags", label: msg("Tags"), max: 20, length: 30 },
      { kind: "text", name: "description", label: msg("Description"), max: 500, wide: true },
    ],
  },
]
