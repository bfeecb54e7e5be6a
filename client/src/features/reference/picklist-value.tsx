/** Values of picklists (domain.md 4). */
import { formatNumber } from "#client/lib/format/number.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Code, Dash, plainDay } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { listSource } from "#client/records/sources.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { PicklistName } from "./picklist-name.tsx"

export type ValueRow = components["schemas"]["PicklistValue"]

export const picklistValues: Noun<ValueRow> = {
  id: "picklist-value",
  service: "/master/api/v1/dropdown",
  resource: "picklist",
  icon: "columns",
  asks: { enabled: "any" },
  titles: {
    list: msg("Picklist values"),
    one: msg("Picklist value"),
    new: msg("New value"),
    counted: [msg("{count} value."), msg("{count} values.")],
    intro: msg("The options for each picklist."),
    empty: msg("Values are built in."),
  },
  paths: {
    list: paths.picklistValues,
    record: paths.picklistValue,
    create: paths.newPicklistValue,
  },
  labelOf: ({ label }) => label,
  columns: [
    {
      id: "label",
      label: msg("Label"),
      sort: "label",
      cell: ({ label, mergedInto, isDefault }, { t }) => (
        <>
          <bdi>{label}</bdi>
          {isDefault ? (
            <>
              {" "}
              <Tag tone="accent">{t("Default")}</Tag>
            </>
          ) : null}
          {mergedInto === null ? null : (
            <>
              {" "}
              <Tag tone="warning">{t("Merged")}</Tag>
            </>
          )}
        </>
      ),
    },
    { id: "code", label: msg("Code"), sort: "code", cell: ({ code }) => <Code>{code}</Code> },
    {
      id: "group",
      label: msg("Picklist"),
      sort: "group",
      cell: ({ group }) => <PicklistName code={group} />,
    },
    {
      id: "standard",
      exports: ["standard.list", "standard.code"],
      label: msg("Standard"),
      cell: ({ standard }) =>
        standard === null ? (
          <Dash />
        ) : (
          <bdi>
            {standard.list} <span className="ui-code">{standard.code}</span>
          </bdi>
        ),
    },
    {
      id: "validFrom",
      label: msg("From"),
      hidden: true,
      cell: ({ validFrom }, look) => plainDay(validFrom, look),
    },
    { id: "validTo", label: msg("Until"), cell: ({ validTo }, look) => plainDay(validTo, look) },
    {
      id: "usageCount",
      label: msg("Used"),
      number: true,
      cell: ({ usageCount }, { locale }) => formatNumber(usageCount, locale),
    },
    {
      id: "enabled",
      label: msg("Active"),
      cell: ({ enabled }, { t }) =>
        enabled ? <Tag tone="ok">{t("Yes")}</Tag> : <Tag>{t("No")}</Tag>,
    },
  ],
  filters: [
    { kind: "text", field: "group", label: msg("Picklist (code)") },
    { kind: "text", field: "label", label: msg("Label") },
    { kind: "flag", field: "enabled", label: msg("Available in lists") },
    { kind: "flag", field: "isDefault", label: msg("Default") },
  ],
  can: {
    wait: true,
    import: "picklistValue",
    export: true,
    bin: true,
    enable: true,
    bulk: [],
    merge: {
      told: msg(
        "This value is no longer offered. Records that use it keep the code, which points to its replacement.",
      ),
      uses: ({ usageCount }) => usageCount,
      source: ({ group }) =>
        listSource<ValueRow>({
          id: "picklist-value",
          service: "/master/api/v1/dropdown",
          field: "_id",
          choice: ({ _id, label, code }) => ({ value: _id, label, detail: code }),
          filter: [`group:eq:${group}`],
        }),
    },
  },
}
