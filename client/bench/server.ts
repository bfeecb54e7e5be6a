/** The program as it is shipped, with the company of the demonstration, in a folder of its own. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"

/** A running program; `stop` ends it and removes its data. */
export interface Demo {
  origin: string
  email: string
  password: string
  stop: () => Promise<void>
}

const binary =
  process.env["WAYBILL_BIN"] ?? path.resolve(import.meta.dirname, "../../target/release/waybill")

/** Starts it and reads where it listens and who can sign in. */
export async function startDemo(): Promise<Demo> {
  if (!existsSync(binary)) {
    throw new Error(`${binary} is not there: cargo build --release, or set WAYBILL_BIN`)
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), "waybill-bench-"))
  const child = spawn(binary, ["--demo", "--listen", "127.0.0.1:0", "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const printed: string[] = []
  const found = await new Promise<Omit<Demo, "stop">>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        printed.push(line)
        const text = printed.join("\n")
        const origin = /https?:\/\/[\w.[\]:-]+:\d+/u.exec(text)?.[0]
        const who = /Sign in as (?<email>\S+) with the password (?<password>[\w-]+)/u.exec(text)
        const { email, password } = who?.groups ?? {}
        if (origin !== undefined && email !== undefined && password !== undefined) {
          resolve({ origin, email, password })
        }
      })
    }
    child.once("exit", () => reject(new Error(`the program ended:\n${printed.join("\n")}`)))
  })
  return {
    ...found,
    stop: async () => {
      const exited = once(child, "exit")
      child.kill("SIGTERM")
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
