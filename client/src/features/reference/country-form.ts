/** The form of a country (domain.md 4): which fields it has. */
import { languageName } from "#client/lib/language-names.ts"
import { msg } from "#client/lib/words.ts"
import { currencySource, timeZoneSource } from "#client/records/common-sources.ts"
import type { Section, Values } from "#client/records/fields.ts"
import { namedTexts } from "#client/records/named-texts.tsx"
import { numberChoice } from "#client/records/number-choice.tsx"

import { OFFERED, fixedOnceMade } from "./origin.tsx"

export const CUSTOMS_UNIONS = [
  { value: "none", label: msg("None") },
  { value: "eu", label: msg("European Union") },
  { value: "eaeu", label: msg("Eurasian Economic Union") },
  { value: "gcc", label: msg("Gulf Cooperation Council") },
  { value: "mercosur", label: msg("Mercosur") },
  { value: "sacu", label: msg("Southern African Customs Union") },
] as const

const WEEKDAYS = [
  { value: 1, label: msg("Monday") },
  { value: 2, label: msg("Tuesday") },
  { value: 3, label: msg("Wednesday") },
  { value: 4, label: msg("Thursday") },
  { value: 5, label: msg("Friday") },
  { value: 6, label: msg("Saturday") },
  { value: 7, label: msg("Sunday") },
]

const DIAL_CODE = /^\+\d{1,4}(?:-\d{1,4})?$/u

export const COUNTRY_SECTIONS: readonly Section[] = [
  {
    id: "codes",
    title: msg("Name and codes"),
    fields: [
      { kind: "text", name: "name", label: msg("English name"), max: 80, required: true },
      {
        kind: "text",
        name: "alpha2",
        label: msg("Alpha-2"),
        code: true,
        max: 2,
        required: true,
        hint: msg("ISO 3166-1, two letters."),
        fixed: fixedOnceMade,
      },
      {
        kind: "text",
        name: "alpha3",
        label: msg("Alpha-3"),
        code: true,
        max: 3,
        required: true,
        hint: msg("ISO 3166-1, three letters."),
        fixed: fixedOnceMade,
      },
      {
        kind: "text",
        name: "numeric",
        label: msg("Numeric"),
        code: true,
        max: 3,
        required: true,
        hint: msg("ISO 3166-1, three digits."),
        check: (value) => (/^\d{3}$/u.test(value) ? null : msg("Enter three digits.")),
        fixed: fixedOnceMade,
      },
      { kind: "texts", name: "aliases", label: msg("Other names"), max: 20, length: 80 },
      {
        kind: "custom",
        name: "localNames",
        label: msg("Names in other languages"),
        hint: msg("By language code, for example nl."),
        wide: true,
        Control: namedTexts({
          name: msg("Language"),
          nameOf: languageName,
          text: msg("Name"),
          add: msg("Add language"),
          max: 50,
          nameLength: 12,
          textLength: 80,
        }),
      },
    ],
  },
  {
    id: "proposed",
    title: msg("Form defaults"),
    intro: msg("Default values for companies and addresses in this country."),
    fields: [
      {
        kind: "text",
        name: "dialCode",
        label: msg("Dialling code"),
        code: true,
        max: 10,
        none: null,
        check: (value) =>
          DIAL_CODE.test(value)
            ? null
            : msg("Enter it as +31, or as +1-242 for a shared numbering plan."),
      },
      {
        kind: "lookup",
        name: "defaultCurrency",
        label: msg("Currency"),
        source: currencySource,
      },
      {
        kind: "lookups",
        name: "timezones",
        label: msg("Time zones"),
        source: timeZoneSource,
        max: 40,
        hint: msg("The first one is the default."),
        wide: true,
      },
      {
        kind: "text",
        name: "postalLabel",
        label: msg("Local term for postal code"),
        max: 20,
        none: null,
      },
      {
        kind: "text",
        name: "postalPattern",
        label: msg("Postal code format"),
        max: 80,
        none: null,
        hint: msg(
          "A regular expression. Postal codes that don't match give a warning but can be saved.",
        ),
      },
      {
        kind: "choice",
        name: "customsUnion",
        label: msg("Customs union"),
        options: CUSTOMS_UNIONS,
        required: true,
      },
      {
        kind: "custom",
        name: "weekStart",
        label: msg("First day of the week"),
        required: true,
        Control: numberChoice(WEEKDAYS),
        wide: false,
      },
      ...OFFERED,
    ],
  },
]

export const NEW_COUNTRY: Values = {
  name: "",
  alpha2: "",
  alpha3: "",
  numeric: "",
  aliases: [],
  localNames: {},
  timezones: [],
  customsUnion: "none",
  weekStart: 1,
  enabled: true,
  favourite: false,
}
