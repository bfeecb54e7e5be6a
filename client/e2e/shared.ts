/** What several instances share in a run of the suite with more than one: a database and a Redis, new for each server. */
import { execFile, spawn } from "node:child_process"
import path from "node:path"
import { promisify } from "node:util"

import { announced, end } from "./program.ts"

/** The part of the configuration that names both, and the end of what was started. */
export type Shared = { config: string; stop: () => Promise<void> }

let count = 0

/**
 * A new database in a cluster of tests, of which the URL of any database by its socket is given, and a Redis that keeps
 * nothing.
 */
export async function share(cluster: string, dataDir: string): Promise<Shared> {
  const socket = new URL(cluster).searchParams.get("host") ?? ""
  count += 1
  const name = `e2e_${String(process.pid)}_${String(count)}`
  const as = ["--quiet", "--no-psqlrc", "--host", socket, "--username", "postgres", "postgres"]
  for (const statement of [
    `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`,
    `CREATE DATABASE ${name} OWNER ${name}`,
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- the second needs the first
    await promisify(execFile)("psql", [...as, "--command", statement])
  }
  const redis = path.join(dataDir, "redis.sock")
  const args = ["--port", "0", "--unixsocket", redis, "--save", "", "--dir", dataDir]
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "pipe"] })
  await announced(child, /eady to accept connections/u)
  return {
    config: `database_url = "postgres://${name}:${name}@localhost/${name}?host=${socket}"\nredis_url = "redis+unix://${redis}"\n`,
    stop: () => end(child, "SIGTERM"),
  }
}
