/** Which right a request takes, as the server's contract says. */
import { readFileSync } from "node:fs"
import path from "node:path"

type Operation = { "x-permission"?: string }
type Method = "get" | "post" | "patch"

const FILE = path.resolve(import.meta.dirname, "../../server/openapi.json")
const { paths }: { paths: Record<string, Partial<Record<Method, Operation>>> } = JSON.parse(
  readFileSync(FILE, "utf8"),
)

/** The right, such as `contact:view`; `null` where being signed in is enough. */
export function rightFor(method: Method, address: string): string | null {
  const right = templateOf(method, address)?.["x-permission"]
  if (right === undefined) throw new Error(`the contract has no ${method} ${address}`)
  return right === "signedIn" ? null : right
}

/** The operation of the address itself, else of the template that it fits. */
function templateOf(method: Method, address: string): Operation | undefined {
  const own = paths[address]?.[method]
  if (own !== undefined) return own
  const segments = address.split("/")
  const fitting = Object.entries(paths).find(([template, operations]) => {
    const places = template.split("/")
    return (
      operations[method] !== undefined &&
      places.length === segments.length &&
      places.every((place, at) => place.startsWith("{") || place === segments[at])
    )
  })
  return fitting?.[1][method]
}
