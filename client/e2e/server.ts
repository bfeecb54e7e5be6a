/** A Waybill server for tests: the real binary on a free port with a data directory of its own. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"

import { withEmulator } from "./emulator.ts"
import { configured, twoInstances } from "./upstream.ts"

/** What somebody signs in with. */
export type Account = { email: string; password: string }

/** A running server; `stop` ends it as a service manager would and removes its data. */
export type Server = {
  origin: string
  dataDir: string
  /** Who signs in to the company of the demonstration, where there is one. */
  demo: Account | null
  stop: () => Promise<void>
  /** Ends it as a crash of the machine would. */
  kill: () => Promise<void>
  /** After `kill`: the same address and data. */
  startAgain: () => Promise<void>
}

const binary =
  process.env["WAYBILL_BIN"] ?? path.resolve(import.meta.dirname, "../../target/debug/waybill")

/** Whom the server takes for one of the operator's own people, once the address is verified. */
export const OPERATOR = "operator@waybill.example"

/**
 * Starts the binary and waits for the line that tells its address; with the company of the demonstration where that is asked
 * for, or with one that has so many contacts; `config` is the content of a configuration file.
 */
export async function startServer({ demo = false, rows = 0, config = "" } = {}): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "waybill-e2e-"))
  const two = await twoInstances()
  const behind =
    two === null
      ? null
      : serve("127.0.0.1:0", dataDir, await configured(dataDir, "behind.toml", two.behind + config))
  const upstream = two === null || behind === null ? "" : two.front(await announcedOrigin(behind))
  const provider = await withEmulator()
  const file = await configured(dataDir, "waybill.toml", upstream + config + provider.config)
  const flags = [...file, ...provider.flags]
  const seeded = rows === 0 ? null : await seed(dataDir, rows, file)
  let child = serve("127.0.0.1:0", dataDir, demo ? ["--demo", ...flags] : flags)
  const account = demo ? announcedAccount(child) : seeded
  const origin = await announcedOrigin(child)
  return {
    origin,
    dataDir,
    demo: await account,
    stop: async () => {
      await Promise.all([end(child, "SIGTERM"), behind === null ? null : end(behind, "SIGTERM")])
      await rm(dataDir, { recursive: true, force: true })
    },
    kill: () => end(child, "SIGKILL"),
    startAgain: async () => {
      child = serve(new URL(origin).host, dataDir, flags)
      await announcedOrigin(child)
    },
  }
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill(signal)
  await exited
}

function serve(address: string, dataDir: string, more: readonly string[] = []): ChildProcess {
  const where = ["--listen", address, "--data-dir", dataDir]
  return spawn(binary, ["serve", ...where, "--app-admins", OPERATOR, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  })
}

/** Fills the folder before anything serves it. */
async function seed(dataDir: string, rows: number, config: readonly string[]): Promise<Account> {
  const args = ["seed", "--rows", String(rows), "--data-dir", dataDir, ...config]
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"] })
  const exited = once(child, "exit")
  const account = await announcedAccount(child)
  await exited
  return account
}

/** The origin in the line that tells it. */
async function announcedOrigin(child: ChildProcess): Promise<string> {
  const [, origin = ""] = await announced(child, /serves (https?:\/\/[\w.[\]:-]+:\d+)/u)
  return origin
}

/** Whom the demonstration invites to sign in. */
async function announcedAccount(child: ChildProcess): Promise<Account> {
  const [, email = "", password = ""] = await announced(
    child,
    /Sign in as (\S+) with the password (\S+)\./u,
  )
  return { email, password }
}

/** The first line that matches; what follows is read, so that the pipe never fills, and dropped unless it tells of an error. */
async function announced(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) {
    throw new Error("the server was started without pipes")
  }
  const printed: string[] = []
  return await new Promise((resolve, reject) => {
    for (const stream of [stdout, stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const found = pattern.exec(line)
        if (/\bERROR\b/u.test(line)) process.stderr.write(`${line}\n`)
        if (found === null) {
          printed.push(line)
        } else {
          resolve(found)
        }
      })
    }
    child.once("exit", (code) => {
      reject(new Error(`the server ended with ${String(code)}:\n${printed.join("\n")}`))
    })
  })
}
