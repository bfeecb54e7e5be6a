/** The form of a report. The list does without it, as it brings the builder along. */
import { msg } from "#client/lib/words.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"

import { ChartField } from "./chart-field.tsx"
import { ColumnsField } from "./columns-field.tsx"
import { FilterField } from "./filter-field.tsx"
import { GroupsField } from "./groups-field.tsx"
import { PreviewField } from "./preview-field.tsx"
import { DATASETS } from "./report-words.ts"

/** Changing what a report is about leaves its columns behind, so it is chosen once. */
const DATASET: FieldSpec = {
  kind: "choice",
  name: "dataset",
  label: msg("Data"),
  options: DATASETS,
  required: true,
  fixed: ({ isNew }) =>
    isNew
      ? null
      : msg("The columns depend on this choice. To report on other data, create another report."),
}

export const REPORT_SECTIONS: readonly Section[] = [
  {
    id: "report",
    title: msg("Details"),
    fields: [
      { kind: "text", name: "name", label: msg("Name"), max: 80, required: true },
      DATASET,
      {
        kind: "number",
        name: "limit",
        label: msg("Row limit"),
        min: 1,
        max: 100_000,
        step: 1,
        required: true,
      },
      { kind: "texts", name: "tags", label: msg("Tags"), max: 20, length: 30 },
      { kind: "long", name: "description", label: msg("Description"), max: 500, rows: 2 },
      { kind: "flag", name: "pinned", label: msg("Pinned to the top of the list") },
    ],
  },
  {
    id: "columns",
    title: msg("Content"),
    intro: msg("Shown from left to right. Press Alt and an arrow key to move the focused column."),
    fields: [
      {
        kind: "custom",
        name: "columns",
        label: msg("Columns"),
        Control: ColumnsField,
        required: true,
      },
      { kind: "custom", name: "groupBy", label: msg("Grouped by"), Control: GroupsField },
      {
        kind: "flag",
        name: "totals",
        label: msg("Show totals"),
      },
    ],
  },
  {
    id: "filters",
    title: msg("Records"),
    fields: [{ kind: "custom", name: "filters", label: msg("Conditions"), Control: FilterField }],
  },
  {
    id: "chart",
    title: msg("Chart"),
    fields: [{ kind: "custom", name: "chart", label: msg("Chart"), Control: ChartField }],
  },
  {
    id: "preview",
    title: msg("Preview"),
    fields: [
      // It is about the report as a whole; nothing of this name is stored.
      { kind: "custom", name: "preview", label: msg("First rows"), Control: PreviewField },
    ],
  },
]

export const NEW_REPORT: Values = {
  name: "",
  dataset: "contacts",
  description: "",
  columns: [],
  groupBy: [],
  filters: null,
  chart: { type: "none", x: "", y: "" },
  limit: 1000,
  totals: false,
  pinned: false,
  tags: [],
}
