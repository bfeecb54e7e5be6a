/** The program under test: the real binary as a child process. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import path from "node:path"
import { createInterface } from "node:readline"

const binary =
  process.env["WAYBILL_BIN"] ?? path.resolve(import.meta.dirname, "../../target/debug/waybill")

/** What somebody signs in with. */
export type Account = { email: string; password: string }

/** Whom the server takes for one of the operator's own people, once the address is verified. */
export const OPERATOR = "operator@waybill.example"

/** The administrator of the demonstration is one, too, so that the suites of all screens cover those of super administrators. */
const DEMO_ADMINISTRATOR = "mara.vermeer@meridian-freight.example"

/** Starts an instance on the address; port 0 is any free one. */
export function serve(
  address: string,
  dataDir: string,
  more: readonly string[] = [],
): ChildProcess {
  const where = ["--listen", address, "--data-dir", dataDir]
  const admins = ["--app-admins", `${OPERATOR},${DEMO_ADMINISTRATOR}`]
  return spawn(binary, ["serve", ...where, ...admins, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  })
}

/** Ends a child, and waits until it is gone. */
export async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill(signal)
  await exited
}

/** Fills the folder before anything serves it. */
export async function seed(
  dataDir: string,
  rows: number,
  config: readonly string[],
): Promise<Account> {
  const args = ["seed", "--rows", String(rows), "--data-dir", dataDir, ...config]
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"] })
  const exited = once(child, "exit")
  const account = await announcedAccount(child)
  await exited
  return account
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

/** The origin in the line that tells it. */
export async function announcedOrigin(child: ChildProcess): Promise<string> {
  const [, origin = ""] = await announced(child, /serves (https?:\/\/[\w.[\]:-]+:\d+)/u)
  return origin
}

/** Whom the demonstration invites to sign in. */
export async function announcedAccount(child: ChildProcess): Promise<Account> {
  const [, email = "", password = ""] = await announced(
    child,
    /Sign in as (\S+) with the password (\S+)\./u,
  )
  return { email, password }
}

/** The first line that matches; what follows is read, so that the pipe never fills, and dropped unless it tells of an error. */
export async function announced(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) {
    throw new Error("the program was started without pipes")
  }
  const printed: string[] = []
  return await new Promise((resolve, reject) => {
    for (const stream of [stdout, stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const found = pattern.exec(line)
        if (line.includes("ERROR")) process.stderr.write(`${line}\n`)
        if (found === null) {
          printed.push(line)
        } else {
          resolve(found)
        }
      })
    }
    child.once("error", reject)
    child.once("exit", (code) => {
      reject(new Error(`the program ended with ${String(code)}:\n${printed.join("\n")}`))
    })
  })
}
