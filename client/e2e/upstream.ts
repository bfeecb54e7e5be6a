/**
 * A second instance that has the services of the first, for a run of the suite that has one: `WAYBILL_E2E_UPSTREAM` is the
 * URL of any database of a cluster of tests, by its socket.
 */
import path from "node:path"

import { freeAddresses } from "./addresses.ts"
import type { Provider } from "./emulator.ts"
import { announcedOrigin, configured, end, serve } from "./program.ts"
import { share } from "./shared.ts"

const CLUSTER = process.env["WAYBILL_E2E_UPSTREAM"] ?? null

/**
 * The same with a database of its own for each, so that the users are elsewhere, too; with an Auth emulator alone, as both have to know
 * whose accounts they are.
 */
export const APART = process.env["WAYBILL_E2E_APART"] !== undefined

/** All that is elsewhere where both have one database: sessions are in it. */
const SERVICES = ["master", "drive", "log", "mail", "report", "contact"]

const FRONT = '[edge]\nfront_instances = ["127.0.0.1"]\n'

// Debug builds, two of them on the way: what is late then is no skeleton yet.
const BUDGET = "[needs]\nbudget_ms = 1000\n"

/** The part of the configuration of the instance in front, where it listens and its data lie, and the end of the one behind it. */
export type Behind = {
  config: string
  address: string
  dataDir: string
  stop: () => Promise<void>
}

/** Starts the instance that has the services; `null` in a run without one. */
export async function instanceBehind(
  dataDir: string,
  config: string,
  provider: Provider,
): Promise<Behind | null> {
  if (APART) return await apart(dataDir, config, provider)
  if (CLUSTER === null) return null
  const shared = await share(CLUSTER, dataDir)
  const flags = await configured(dataDir, "behind.toml", shared.config + FRONT + config)
  const child = serve("127.0.0.1:0", dataDir, flags)
  const origin = await announcedOrigin(child)
  return {
    config: shared.config + BUDGET + at(origin, SERVICES),
    address: "127.0.0.1:0",
    dataDir,
    stop: async () => {
      await end(child, "SIGTERM")
      await shared.stop()
    },
  }
}

/** Mails and whatever else a test looks for are where the services are, so the folder of the test is theirs. */
async function apart(dataDir: string, config: string, provider: Provider): Promise<Behind> {
  // Links in its mails lead to where people are.
  const [address = "", own = ""] = await freeAddresses(2)
  const place = `public_origin = "http://${address}"\n`
  const flags = await configured(dataDir, "behind.toml", place + FRONT + config + provider.config)
  const child = serve(own, dataDir, [...flags, ...provider.flags])
  await announcedOrigin(child)
  return {
    config: BUDGET + at(`http://${own}`, ["iam", ...SERVICES]),
    address,
    dataDir: path.join(dataDir, "front"),
    stop: () => end(child, "SIGTERM"),
  }
}

function at(origin: string, services: readonly string[]): string {
  const lines = services.map((service) => `${service} = "${origin}"\n`)
  return `[upstream.services]\n${lines.join("")}`
}
