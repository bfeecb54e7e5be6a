/** What several instances share in a run of the suite with more than one: a database and a Redis, new for each server. */
import { spawn } from "node:child_process"
import path from "node:path"

import { announced, end } from "./program.ts"
import { statement } from "./statement.ts"

/** The part of the configuration that names both, how each is taken away, and the end of what was started. */
export type Shared = {
  config: string
  stopRedis: () => Promise<void>
  startRedis: () => Promise<void>
  /** The database has nobody in, and ends who is there; or has them again. */
  letIn: (isOpen: boolean) => Promise<void>
  stop: () => Promise<void>
}

let count = 0

/**
 * A new database in a cluster of tests, of which the URL of any database by its socket is given, and a Redis that keeps
 * nothing.
 */
export async function share(cluster: string, dataDir: string): Promise<Shared> {
  const socket = new URL(cluster).searchParams.get("host") ?? ""
  const sql = (text: string) => statement(socket, text)
  count += 1
  const name = `e2e_${String(process.pid)}_${String(count)}`
  await sql(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
  await sql(`CREATE DATABASE ${name} OWNER ${name}`)
  const address = path.join(dataDir, "redis.sock")
  const start = async () => {
    const args = ["--port", "0", "--unixsocket", address, "--save", "", "--dir", dataDir]
    const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "pipe"] })
    await announced(child, /eady to accept connections/u)
    return child
  }
  let redis = await start()
  return {
    config: `database_url = "postgres://${name}:${name}@localhost/${name}?host=${socket}"\nredis_url = "redis+unix://${address}"\ndrive.shared_folder = true\n`,
    stopRedis: () => end(redis, "SIGKILL"),
    startRedis: async () => {
      redis = await start()
    },
    letIn: async (isOpen) => {
      await sql(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(isOpen)}`)
      if (isOpen) return
      await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    },
    stop: () => end(redis, "SIGTERM"),
  }
}
