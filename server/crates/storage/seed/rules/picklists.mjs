/**
 * Picklists: the hand-written ones of `freight-lists.mjs`, then two whole UNECE code lists of which a few are enabled.
 *
 * - Recommendation 21 (packages, 405) comes with the "X" that invoices put before it: `XCT` is carton, `CT`
 * - Recommendation 20 (units, 1,756): its own codes that begin with X keep it
 * - a name of more than 80 characters is cut for the label and kept whole as the description
 */
import { check, repeated } from "./check.mjs"
import { LISTS, PACKAGES, UNITS } from "./freight-lists.mjs"

export function picklists({ unece }) {
  const lists = LISTS.map((list) => ({
    group: group(list),
    values: list.values.map(([code, label, standardCode], at) =>
      value(list, {
        code,
        label,
        sortOrder: at,
        isDefault: code === list.preset,
        standard: list.list ? { list: list.list, code: standardCode ?? code } : null,
      }),
    ),
  }))

  check(unece.rec21.length === 405, `${unece.rec21.length} package types`)
  check(
    unece.rec21.every(({ code }) => code.startsWith("X")),
    "a package type without the invoice's X",
  )
  lists.push(
    codeList(
      {
        code: "package_type",
        name: "Package type",
        description: "UNECE Recommendation 21: how goods are packed.",
        list: "UNECE Rec 21",
      },
      unece.rec21.map((row) => ({ ...row, code: row.code.slice(1) })),
      PACKAGES.split(" "),
    ),
  )

  check(unece.rec20.length === 1756, `${unece.rec20.length} units`)
  lists.push(
    codeList(
      {
        code: "unit",
        name: "Unit of measure",
        description: "UNECE Recommendation 20: weight, volume, length and count.",
        list: "UNECE Rec 20",
      },
      unece.rec20,
      UNITS.split(" "),
    ),
  )

  for (const { group: it, values } of lists) {
    check(repeated(values.map((row) => row.code)).length === 0, `${it.code} has a code twice`)
    check(
      values.every((row) => row.label.length <= 80 && (row.description ?? "").length <= 300),
      `a text of ${it.code} is too long`,
    )
  }
  return {
    groups: lists.map((list) => list.group),
    values: lists.flatMap((list) => list.values),
  }
}

function codeList(list, rows, enabled) {
  for (const code of enabled) {
    check(
      rows.some((row) => row.code === code),
      `${list.code} has no ${code}`,
    )
  }
  const values = rows
    .map((row) => ({ ...row, rank: enabled.indexOf(row.code) }))
    .map(({ code, name, description, rank }) =>
      value(list, {
        code,
        ...label(name.trim(), (description ?? "").trim()),
        // What is disabled follows in the order of its codes.
        sortOrder: rank < 0 ? enabled.length : rank,
        standard: { list: list.list, code },
        enabled: rank >= 0,
      }),
    )
  values.sort((a, b) => a.sortOrder - b.sortOrder || (a.code < b.code ? -1 : 1))
  return { group: group({ ...list, isSystem: true }), values }
}

function label(name, description) {
  const first = name.charAt(0).toUpperCase() + name.slice(1)
  if (first.length <= 80) return { label: first, description: description || null }
  return { label: first.slice(0, 79) + "…", description: description || first }
}

function group(list) {
  return {
    code: list.code,
    name: list.name,
    module: "home",
    description: list.description,
    isSystem: list.isSystem ?? false,
    allowCustom: list.allowCustom ?? true,
    multiSelect: list.multiSelect ?? false,
    sort: "manual",
  }
}

function value(list, row) {
  return {
    group: list.code,
    code: row.code,
    label: row.label,
    description: row.description ?? null,
    sortOrder: row.sortOrder,
    isDefault: row.isDefault ?? false,
    standard: row.standard,
    enabled: row.enabled ?? true,
  }
}
