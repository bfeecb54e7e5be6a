/** What the lists and records of reference data have in common: rows that came along, and the company's own of them. */
import { formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import type { FieldContext, FieldSpec } from "#client/records/fields.ts"
import type { Column, Filter } from "#client/records/noun.ts"
import { useLook } from "#client/records/use-look.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { Instant } from "#client/ui/time.tsx"
import type { components } from "#client/wire/api.ts"

import { type OriginalForm, type Originated, Released } from "./released.tsx"
// One file of the build with these: see base.ts.
import "#client/records/named-texts.tsx"

type Wire = components["schemas"]

/** A row that all companies share until one changes it. */
export interface Shared extends Omit<Wire["ShownMeta"], "companyId"> {
  source: Wire["SeedOrigin"] | null
  enabled: boolean
  favourite: boolean
}

/** Codes that other data name a row by. */
export function fixedOnceMade({ isNew }: FieldContext): string | null {
  return isNew ? null : msg("This cannot be changed because other data refers to this code.")
}

/** Whether pickers offer it, and whether first. */
export const OFFERED: readonly FieldSpec[] = [
  {
    kind: "flag",
    name: "enabled",
    label: msg("Available in lists"),
    hint: msg("Records that already use it keep it."),
  },
  { kind: "flag", name: "favourite", label: msg("Shown first") },
]

export const OFFERED_FILTERS: readonly Filter[] = [
  { kind: "flag", field: "enabled", label: msg("Available in lists") },
  { kind: "flag", field: "favourite", label: msg("Shown first") },
]

export const FAVOURITE_ACTIONS = [
  { id: "favourite", label: msg("Show first"), kind: "change", changes: { favourite: true } },
  {
    id: "no-favourite",
    label: msg("Do not show first"),
    kind: "change",
    changes: { favourite: false },
  },
] as const

/** Whether it is offered, as a column. */
export function offeredColumn<Row extends Shared>(): Column<Row> {
  return {
    id: "enabled",
    label: msg("Active"),
    cell: ({ enabled, favourite }, { t }) =>
      enabled ? (
        <Tag tone={favourite ? "accent" : "ok"}>{favourite ? t("First") : t("Yes")}</Tag>
      ) : (
        <Tag>{t("No")}</Tag>
      ),
  }
}

/** What the packages that rows come from hold. */
const SOURCES: Readonly<Record<string, string>> = {
  "crate iso_currency": msg("Currencies of ISO 4217"),
  "npm i18n-iso-countries": msg("Countries of ISO 3166-1"),
  "npm libphonenumber-js": msg("Telephone plans of libphonenumber"),
  "npm sea-ports": msg("List of sea ports"),
  "npm un-ece-recommendation": msg("Code lists of UNECE"),
  "PyPI airportsdata": msg("List of airports"),
  "PyPI tzdata": msg("Time zones of IANA"),
}

interface OriginProps extends OriginalForm {
  row: Originated
}

/** Beside the form: where the row comes from. */
function Origin({ row, ...form }: OriginProps) {
  const { t, style } = useLook()
  const { source, isLocalOverride, updatedAt } = row
  return (
    <Card id="origin" title={t("Source")}>
      <Facts>
        <Fact name={t("Record")}>
          {source === null
            ? t("Your company's own")
            : isLocalOverride
              ? t("Your company's version of a shared record")
              : t("Shared by all companies")}
        </Fact>
        <Fact name={t("Source")}>
          {source === null ? (
            t("Entered or imported")
          ) : (
            <>
              {t(SOURCES[source.package] ?? source.package)}{" "}
              <span className="ui-hint">
                <bdi>{source.package}</bdi>
              </span>
            </>
          )}
        </Fact>
        <Fact name={t("Changed")}>
          <Instant dateTime={updatedAt}>{formatDateTime(updatedAt, style)}</Instant>
        </Fact>
      </Facts>
      <Released {...form} row={row} />
    </Card>
  )
}

/** For the screen of a record. */
export function originOf(form: OriginalForm) {
  return (row: Originated) => <Origin {...form} row={row} />
}
