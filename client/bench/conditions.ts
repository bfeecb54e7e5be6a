/** The machine and the network of the issue: a processor four times slower, 40 ms and 10 Mbit/s, nothing in the cache. */
import type { CDPSession, Page } from "@playwright/test"

const SLOWER = 4
const ROUND_TRIP_MS = 40
const BYTES_PER_SECOND = (10 * 1_000_000) / 8

/** Puts a page under these conditions, until it is closed. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
  return session
}
