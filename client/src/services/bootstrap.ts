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
import { addOutsideScripts } from "./third-party.ts"

/**
 * Fills the stores of reference data, and adds the scripts that the document may have and the keys call for; the answer names those
 * that failed.
 */
export async function bootstrap(
  queries: QueryClient,
  { maps, scripts }: OutsideEnv,
): Promise<ReferenceName[]> {
  const asked = await Promise.allSettled(REFERENCE_NAMES.map((name) => askStore(queries, name)))
  const mapsKey = text(readStore(queries, "mapsKey")?.googleMapKey)
  if (maps && mapsKey !== "") addMapsScript(mapsKey)
  addOutsideScripts(scripts, text(readStore(queries, "analyticsKey")?.pendoKey))
  return REFERENCE_NAMES.filter((_, index) => asked[index]?.status === "rejected")
}

/** What a service of anybody's gave as a key; empty if it gave none. */
function text(key: unknown): string {
  return typeof key === "string" ? key : ""
}
