/**
 * The six reference queries of specification 4, after the first paint and side by side.
 *
 * The specification waits for all six; here a failed one leaves only its own data missing, so that no single service can
 * keep the application from starting.
 */
import type { QueryClient } from "@tanstack/react-query"

import type { OutsideEnv } from "#client/lib/input.ts"

import { addMapsScript } from "./map.ts"
import { REFERENCE_NAMES, type ReferenceName, askStore, readStore } from "./reference.ts"

/**
 * Fills the stores of reference data, and adds the script of the maps where the document may have it; the answer names those
 * that failed.
 */
export async function bootstrap(
  queries: QueryClient,
  { maps }: Pick<OutsideEnv, "maps">,
): Promise<ReferenceName[]> {
  const asked = await Promise.allSettled(REFERENCE_NAMES.map((name) => askStore(queries, name)))
  const key = readStore(queries, "mapsKey")?.googleMapKey ?? ""
  if (maps && key !== "") addMapsScript(key)
  return REFERENCE_NAMES.filter((_, index) => asked[index]?.status === "rejected")
}
