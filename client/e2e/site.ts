/** What answers at an origin: one instance, unless the run of the suite has others. */
import { announcedAccount, announcedOrigin, end, serve } from "./program.ts"
import type { Account } from "./program.ts"

export type Site = {
  origin: string
  /** Who signs in to the company of the demonstration, where there is one. */
  account: Account | null
  stop: () => Promise<void>
  /** Ends it as a crash of the machine would. */
  kill: () => Promise<void>
  /** Where there are two instances, ends one of them so, and starts it again. */
  killOne?: () => Promise<void>
  /** After `kill`: the same address and data. */
  startAgain: () => Promise<void>
}

/** One instance; port 0 is any free one. */
export async function startOne(
  dataDir: string,
  flags: readonly string[],
  demo: boolean,
  address: string,
): Promise<Site> {
  let child = serve(address, dataDir, demo ? ["--demo", ...flags] : flags)
  const account = demo ? announcedAccount(child) : null
  const origin = await announcedOrigin(child)
  return {
    origin,
    account: await account,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    startAgain: async () => {
      child = serve(address.endsWith(":0") ? new URL(origin).host : address, dataDir, flags)
      await announcedOrigin(child)
    },
  }
}
