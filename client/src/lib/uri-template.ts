/**
 * Addresses of needs from URI templates (RFC 6570), as `server/needs/template.rs` expands them.
 *
 * Operators are none, `?` and `&`; in the query a variable may be exploded (`{?filter*}`), it then stands for every value
 * of its name. No value can add a segment, leave its place or reach another resource.
 */
import { parseTemplate } from "url-template"

import { allValues, firstValue } from "./query.ts"

export interface Variables {
  /** Parameters of the path, decoded. */
  params: Readonly<Record<string, string | undefined>>
  /** The address's search part; of a name that occurs more than once the first value counts, unless the variable is exploded. */
  search: string
  /** Whose page it is. Only this defines `userId` and `companyId`; nothing in the address can. */
  session: { userId: string; companyId: string } | null
}

/**
 * Path and search of the request.
 *
 * `null` when the address names no resource: a value that stands in the path is missing, empty or a dot segment.
 */
export function expandTemplate(template: string, variables: Variables): string | null {
  const values = new Map<string, string | string[] | null>()
  for (const [, operator, names = ""] of template.matchAll(/\{([?&]?)([^{}]*)\}/gu)) {
    for (const variable of names.split(",")) {
      if (variable.endsWith("*")) {
        const name = variable.slice(0, -1)
        values.set(name, valuesOf(name, variables))
        continue
      }
      const value = valueOf(variable, variables)
      if (operator === "" && (value === null || value === "")) return null
      values.set(variable, value)
    }
  }
  // Every name is a property of its own, so that `constructor` and `__proto__` are names like others.
  const address = parseTemplate(template).expand(Object.fromEntries(values))
  const path = address.split("?", 1)[0] ?? ""
  return path.split("/").some((segment) => segment === "." || segment === "..") ? null : address
}

/** What nothing in a query can define has one value at most. */
function valuesOf(name: string, variables: Variables): string[] {
  const { params, search } = variables
  const isFixed = name === "userId" || name === "companyId" || Object.hasOwn(params, name)
  const value = isFixed ? valueOf(name, variables) : null
  if (value !== null) return [value]
  return isFixed ? [] : allValues(search, name).filter((it) => it.isWellFormed())
}

function valueOf(name: string, { params, search, session }: Variables): string | null {
  if (name === "userId") return session?.userId ?? null
  if (name === "companyId") return session?.companyId ?? null
  const value =
    (Object.hasOwn(params, name) ? params[name] : undefined) ?? firstValue(search, name) ?? null
  return value?.isWellFormed() === true ? value : null
}
