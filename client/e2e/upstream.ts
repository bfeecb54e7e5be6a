/**
 * A second instance that has the services of the first, on one PostgreSQL with it, for a run of the suite that has one:
 * `WAYBILL_E2E_UPSTREAM` is the URL of any database of a cluster of tests, by its socket.
 */
import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"

const CLUSTER = process.env["WAYBILL_E2E_UPSTREAM"] ?? null

/** All that can be elsewhere. */
const SERVICES = ["master", "drive", "log", "mail", "report", "contact"]

let count = 0

/** Parts of the configurations of the two; `null` in a run with one instance. */
export type Two = { behind: string; front: (origin: string) => string }

/** A new database for two instances. */
export async function twoInstances(): Promise<Two | null> {
  if (CLUSTER === null) return null
  const socket = new URL(CLUSTER).searchParams.get("host") ?? ""
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
  const database = `database_url = "postgres://${name}:${name}@localhost/${name}?host=${socket}"\n`
  return {
    behind: `${database}[edge]\nfront_instances = ["127.0.0.1"]\n`,
    // Debug builds, two of them on the way: what is late then is no skeleton yet.
    front: (origin) =>
      `${database}[needs]\nbudget_ms = 1000\n[upstream.services]\n${SERVICES.map((service) => `${service} = "${origin}"\n`).join("")}`,
  }
}

/** Writes a configuration file and gives the flags that name it. */
export async function configured(
  dataDir: string,
  name: string,
  toml: string,
): Promise<readonly string[]> {
  if (toml === "") return []
  const file = path.join(dataDir, name)
  await writeFile(file, toml)
  return ["--config", file]
}
