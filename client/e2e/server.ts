/** A Waybill server for tests, with a data directory of its own. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { freeAddresses } from "./addresses.ts"
import { balanced } from "./balanced.ts"
import { HOST } from "./elsewhere.ts"
import { EMULATOR, withEmulator } from "./emulator.ts"
import { ownIam } from "./own-iam.ts"
import { configured, seed } from "./program.ts"
import type { Account } from "./program.ts"
import type { Shared } from "./shared.ts"
import { startOne } from "./site.ts"
import type { Site } from "./site.ts"
import { copyTemplate } from "./template.ts"
import { instanceBehind } from "./upstream.ts"

/** A running server; `stop` ends it as a service manager would and removes its data. */
export type Server = Omit<Site, "account"> & {
  dataDir: string
  /** Who signs in to the company of the demonstration, where there is one. */
  demo: Account | null
  /** What several instances share, where there are several that are restarted. */
  shared: Shared | null
}

/**
 * Starts the binary and waits for the line that tells its address; with the company of the demonstration where that is asked
 * for, or with one that has so many contacts; `config` is the content of a configuration file; `host` is what browsers call it.
 */
export async function startServer({
  demo = false,
  rows = 0,
  config = "",
  host = HOST,
} = {}): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "waybill-e2e-"))
  const provider = await withEmulator()
  const behind = await instanceBehind(dataDir, config, provider)
  const place = await balanced(dataDir)
  const toml = [behind?.config, place?.config, config, provider.config, ownIam].join("")
  // Data that are elsewhere, or accounts at an emulator, are not in the template.
  const isCopied = behind === null && place === null && !(demo && EMULATOR !== null)
  const copied = isCopied ? await copyTemplate(dataDir, demo) : null
  const isFilled = demo && !isCopied
  const file = await configured(dataDir, "waybill.toml", toml)
  const [free = ""] = host === "" ? ["127.0.0.1:0"] : await freeAddresses(1)
  const address = behind?.address ?? free
  // What stands before several instances has an address of its own.
  const isNamed = host !== "" && place === null
  const named = isNamed
    ? ["--public-origin", `http://${host}:${new URL(`http://${address}`).port}`]
    : []
  const flags = [...file, ...provider.flags, ...named]
  const seeded = rows === 0 ? null : await seed(dataDir, rows, file)
  const site = await (place?.start(flags, isFilled) ??
    startOne(behind?.dataDir ?? dataDir, flags, isFilled, address))
  return {
    ...site,
    dataDir,
    shared: place?.shared ?? null,
    demo: site.account ?? copied ?? seeded,
    stop: async () => {
      await Promise.all([site.stop(), behind?.stop()])
      await place?.shared.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
