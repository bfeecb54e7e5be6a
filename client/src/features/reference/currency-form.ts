/** The form of a currency (domain.md 4 and 6): which fields it has. */
import { msg } from "#client/lib/words.ts"
import { countrySource, currencySource } from "#client/records/common-sources.ts"
import type { FieldContext, Section, Values } from "#client/records/fields.ts"

import { OFFERED, fixedOnceMade } from "./origin.tsx"

export const CURRENCY_STATES = [
  { value: "active", label: msg("Active") },
  { value: "superseded", label: msg("Superseded") },
  { value: "fund", label: msg("Fund") },
  { value: "special", label: msg("Special") },
] as const

/** Why there is no rate of the company's own currency. */
function fixedForBase({ stored }: FieldContext): string | null {
  return stored["isBase"] === true
    ? msg("This is your company's currency. Other rates are given in it.")
    : null
}

export const CURRENCY_SECTIONS: readonly Section[] = [
  {
    id: "codes",
    title: msg("Name and codes"),
    fields: [
      { kind: "text", name: "name", label: msg("English name"), max: 60, required: true },
      {
        kind: "text",
        name: "code",
        label: msg("Code"),
        code: true,
        max: 3,
        required: true,
        hint: msg("ISO 4217, three letters."),
        fixed: fixedOnceMade,
      },
      {
        kind: "text",
        name: "numeric",
        label: msg("Numeric"),
        code: true,
        max: 3,
        required: true,
        hint: msg("ISO 4217, three digits, such as 008."),
        check: (value) => (/^\d{3}$/u.test(value) ? null : msg("Enter three digits.")),
      },
      {
        kind: "text",
        name: "symbol",
        label: msg("Symbol"),
        max: 8,
        hint: msg("If left blank, the code is shown."),
      },
      {
        kind: "choice",
        name: "status",
        label: msg("Status"),
        options: CURRENCY_STATES,
        required: true,
      },
      {
        kind: "lookup",
        name: "supersededBy",
        label: msg("Superseded by"),
        source: currencySource,
        required: true,
        when: ({ status }) => status === "superseded",
      },
      {
        kind: "lookups",
        name: "countries",
        label: msg("Countries that use it"),
        source: countrySource,
        max: 100,
        wide: true,
      },
    ],
  },
  {
    id: "amounts",
    title: msg("Amounts"),
    fields: [
      {
        kind: "number",
        name: "exponent",
        label: msg("Decimals"),
        min: 0,
        max: 4,
        step: 1,
        hint: msg("Leave blank for special codes without a minor unit."),
        fixed: ({ stored }) =>
          stored["isBase"] === true
            ? msg("This cannot be changed because your company has amounts in this currency.")
            : null,
      },
      { kind: "text", name: "subunitName", label: msg("Minor unit"), max: 30 },
      {
        kind: "text",
        name: "cashRounding",
        label: msg("Smallest cash amount"),
        code: true,
        max: 12,
        none: null,
        hint: msg("For example 0.05 if that is the smallest coin."),
        check: (value) =>
          /^\d+(?:\.\d+)?$/u.test(value) ? null : msg("Enter a decimal number, for example 0.05."),
      },
      ...OFFERED,
    ],
  },
  {
    id: "rate",
    title: msg("Rate"),
    intro: msg("The value of one unit in the company's currency."),
    fields: [
      {
        kind: "text",
        name: "rate.value",
        label: msg("Value"),
        code: true,
        max: 20,
        fixed: fixedForBase,
        check: (value) =>
          /^\d+(?:\.\d+)?$/u.test(value)
            ? null
            : msg("Enter a decimal number, for example 0.9215."),
      },
      { kind: "day", name: "rate.date", label: msg("Day"), fixed: fixedForBase },
      { kind: "text", name: "rate.source", label: msg("Source"), max: 80, fixed: fixedForBase },
    ],
  },
]

export const NEW_CURRENCY: Values = {
  name: "",
  code: "",
  numeric: "",
  symbol: "",
  status: "active",
  countries: [],
  exponent: 2,
  subunitName: "",
  enabled: true,
  favourite: false,
}
