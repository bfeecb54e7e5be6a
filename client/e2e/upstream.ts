/**
 * A second instance that has the services of the first, for a run of the suite that has one: `WAYBILL_E2E_UPSTREAM` is the
 * URL of any database of a cluster of tests, by its socket.
 */
import { announcedOrigin, configured, end, serve } from "./program.ts"
import { share } from "./shared.ts"

const CLUSTER = process.env["WAYBILL_E2E_UPSTREAM"] ?? null

/** All that can be elsewhere. */
const SERVICES = ["master", "drive", "log", "mail", "report", "contact"]

/** The part of the configuration of the instance in front, and the end of the one behind it. */
export type Behind = { config: string; stop: () => Promise<void> }

/** Starts the instance that has the services; `null` in a run without one. */
export async function instanceBehind(dataDir: string, config: string): Promise<Behind | null> {
  if (CLUSTER === null) return null
  const shared = await share(CLUSTER, dataDir)
  const front = '[edge]\nfront_instances = ["127.0.0.1"]\n'
  const flags = await configured(dataDir, "behind.toml", shared.config + front + config)
  const child = serve("127.0.0.1:0", dataDir, flags)
  const origin = await announcedOrigin(child)
  const services = SERVICES.map((service) => `${service} = "${origin}"\n`).join("")
  return {
    // Debug builds, two of them on the way: what is late then is no skeleton yet.
    config: `${shared.config}[needs]\nbudget_ms = 1000\n[upstream.services]\n${services}`,
    stop: async () => {
      await end(child, "SIGTERM")
      await shared.stop()
    },
  }
}
