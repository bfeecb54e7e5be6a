/**
 * Two instances behind HAProxy, as packaging/haproxy configures it, that are drained and started again in turns while the suite
 * runs, for a run that has them: `WAYBILL_E2E_BALANCED` is the URL of any database of a cluster of tests, by its socket.
 */
import { spawn } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { freeAddresses } from "./addresses.ts"
import { announcedAccount, announcedOrigin, end, serve } from "./program.ts"
import { share } from "./shared.ts"
import type { Shared } from "./shared.ts"
import type { Site } from "./site.ts"

const CLUSTER = process.env["WAYBILL_E2E_BALANCED"] ?? null

/** What the browser and the SDK say of sockets that are closed by a restart and opened anew; a pattern of nothing in other runs. */
export const OF_RESTARTS =
  CLUSTER === null ? /(?!)/u : /WebSocket connection to|Provided authentication credentials/u

/** How long both serve before the next one goes. */
const REST_MS = 4_000

/** What the instances share; `null` in a run without a balancer. */
export type Balanced = {
  shared: Shared
  config: string
  start: (flags: readonly string[], demo: boolean) => Promise<Site>
}

/** Prepares what two instances share. */
export async function balanced(dataDir: string): Promise<Balanced | null> {
  if (CLUSTER === null) return null
  const shared = await share(CLUSTER, dataDir)
  const [front = "", ...both] = await freeAddresses(3)
  return {
    shared,
    config: `${shared.config}public_origin = "http://${front}"\n[edge]\ntrusted_proxies = ["127.0.0.1"]\ndrain_delay_ms = 1500\n`,
    start: (flags, demo) => startBoth(dataDir, [front, ...both], flags, demo),
  }
}

async function startBoth(
  dataDir: string,
  [front = "", ...addresses]: readonly string[],
  flags: readonly string[],
  demo: boolean,
): Promise<Site> {
  const start = async (address: string) => {
    const child = serve(address, dataDir, flags)
    await announcedOrigin(child)
    return child
  }
  const [one = "", other = ""] = addresses
  const first = serve(one, dataDir, demo ? ["--demo", ...flags] : flags)
  const account = demo ? announcedAccount(first) : null
  await announcedOrigin(first)
  let both = [first, await start(other)]
  const balancer = await startBalancer(dataDir, [front, one, other])

  let resting = new AbortController()
  const restart = async ({ signal }: AbortController) => {
    for (let which = 0; ; which = 1 - which) {
      // oxlint-disable-next-line no-await-in-loop -- in turns
      await sleep(REST_MS, null, { signal }).catch(() => null)
      const child = both[which]
      if (signal.aborted || child === undefined) return
      // oxlint-disable-next-line no-await-in-loop -- in turns
      await end(child, "SIGTERM")
      // oxlint-disable-next-line no-await-in-loop -- in turns
      both[which] = await start(addresses[which] ?? "")
    }
  }
  let restarting = restart(resting)
  const endBoth = async (how: "SIGTERM" | "SIGKILL") => {
    resting.abort()
    await restarting
    await Promise.all(both.map((child) => end(child, how)))
  }
  return {
    origin: `http://${front}`,
    account: await account,
    stop: async () => {
      await endBoth("SIGTERM")
      await end(balancer, "SIGKILL")
    },
    kill: () => endBoth("SIGKILL"),
    killOne: async () => {
      resting.abort()
      await restarting
      const [gone, left] = both
      if (gone === undefined || left === undefined) return
      await end(gone, "SIGKILL")
      both = [await start(one), left]
      resting = new AbortController()
      restarting = restart(resting)
    },
    startAgain: async () => {
      both = await Promise.all(addresses.map(start))
      resting = new AbortController()
      restarting = restart(resting)
    },
  }
}

/** HAProxy on the first of the addresses before those that follow, once it has found both. */
async function startBalancer(dataDir: string, [front, one, other]: readonly string[]) {
  const source = path.resolve(import.meta.dirname, "../../packaging/haproxy/waybill.cfg")
  const config = await readFile(source, "utf8")
  const file = path.join(dataDir, "haproxy.cfg")
  await writeFile(
    file,
    config
      .replaceAll(/^\s*errorfile .*$/gmu, "")
      .replace("*:80", front ?? "")
      .replace("10.0.0.1:8080", one ?? "")
      .replace("10.0.0.2:8080", other ?? ""),
  )
  const child = spawn("haproxy", ["-f", file], { stdio: "ignore" })
  for (let tries = 0; tries < 100; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- until it answers
    const answer = await fetch(`http://${front ?? ""}/readyz`).catch(() => null)
    if (answer?.ok === true) return child
    // oxlint-disable-next-line no-await-in-loop -- until it answers
    await sleep(100)
  }
  throw new Error("HAProxy finds nobody")
}
