/** Currencies: ISO 4217 with their exponents (domain.md 4 and 6). */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { Code } from "#client/records/cells.tsx"
import type { Noun } from "#client/records/noun.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"
import type { components } from "#client/wire/api.ts"

import { CURRENCY_STATES } from "./currency-form.ts"
import { FAVOURITE_ACTIONS, OFFERED_FILTERS, offeredColumn } from "./origin.tsx"

export type CurrencyRow = components["schemas"]["Currency"]

const TONES: Readonly<Record<CurrencyRow["status"], TagTone>> = {
  active: "ok",
  superseded: "warning",
  fund: "plain",
  special: "plain",
}

export const currencies: Noun<CurrencyRow> = {
  id: "currency",
  service: "/master/api/v1/currency-list",
  resource: "currency",
  icon: "coin",
  titles: {
    list: msg("Currencies"),
    one: msg("Currency"),
    new: msg("New currency"),
    counted: [msg("{count} currency."), msg("{count} currencies.")],
    intro: msg("Currencies available for amounts."),
    empty: msg("Currencies are built in."),
  },
  paths: { list: paths.currencies, record: paths.currency, create: paths.newCurrency },
  labelOf: ({ name }) => name,
  order: "name",
  columns: [
    {
      id: "name",
      label: msg("Currency"),
      sort: "name",
      cell: ({ name, isBase }, { t }) => (
        <>
          {name}
          {isBase ? (
            <>
              {" "}
              <Tag tone="accent">{t("Base")}</Tag>
            </>
          ) : null}
        </>
      ),
    },
    { id: "code", label: msg("Code"), sort: "code", cell: ({ code }) => <Code>{code}</Code> },
    {
      id: "numeric",
      label: msg("Numeric"),
      sort: "numeric",
      cell: ({ numeric }) => <Code>{numeric}</Code>,
    },
    { id: "symbol", label: msg("Symbol"), cell: ({ symbol }) => <Code>{symbol}</Code> },
    {
      id: "exponent",
      label: msg("Decimals"),
      sort: "exponent",
      cell: ({ exponent }) => <Code>{exponent}</Code>,
    },
    {
      id: "rate",
      exports: ["rate.value"],
      label: msg("Rate"),
      number: true,
      cell: ({ rate }) => <Code>{rate?.value}</Code>,
    },
    {
      id: "status",
      label: msg("Status"),
      sort: "status",
      cell: ({ status }, { t }) => {
        const label = CURRENCY_STATES.find(({ value }) => value === status)?.label ?? status
        return <Tag tone={TONES[status]}>{t(label)}</Tag>
      },
    },
    {
      id: "cashRounding",
      label: msg("Smallest cash amount"),
      hidden: true,
      cell: ({ cashRounding }) => <Code>{cashRounding}</Code>,
    },
    offeredColumn(),
  ],
  filters: [
    ...OFFERED_FILTERS,
    { kind: "choice", field: "status", label: msg("Status"), options: CURRENCY_STATES },
    { kind: "text", field: "name", label: msg("Currency") },
    { kind: "number", field: "exponent", label: msg("Decimals") },
  ],
  can: { import: "currency", export: true, bin: true, enable: true, bulk: FAVOURITE_ACTIONS },
}
