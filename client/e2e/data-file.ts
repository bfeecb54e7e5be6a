/** The file of a server's data, for what only time would change or an earlier release would have written. */
import { execFileSync, spawnSync } from "node:child_process"
import path from "node:path"

import { test } from "@playwright/test"

import type { Server } from "./server.ts"
import { APART } from "./upstream.ts"

/** Node 20 brings no SQLite; Python has it in its library. */
const EXECUTE = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"

/** Ends the test where its data are not in one file, or nothing can write there, and prints why. */
export function needsFile({ shared }: Server) {
  const isApart = APART || process.env["WAYBILL_E2E_UPSTREAM"] !== undefined || shared !== null
  const isReadable = spawnSync("python3", ["-c", "import sqlite3"]).status === 0
  if (!isApart && isReadable) return
  const reason = isApart ? "its data are not in one file" : "Python with SQLite is not installed"
  process.stdout.write(`Not here: ${reason}\n`)
  test.skip(true, reason)
}

/** Runs these statements on the data. */
export function execute({ dataDir }: Server, sql: string) {
  execFileSync("python3", ["-c", EXECUTE, path.join(dataDir, "waybill.sqlite3"), sql])
}
