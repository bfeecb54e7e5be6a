/** A Waybill server for tests: the real binary on a free port with a data directory of its own. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"

/** A running server; `stop` ends it as a service manager would and removes its data. */
export type Server = {
  origin: string
  dataDir: string
  stop: () => Promise<void>
  /** Ends it as a crash of the machine would. */
  kill: () => Promise<void>
  /** After `kill`: the same address and data. */
  startAgain: () => Promise<void>
}

const binary =
  process.env["WAYBILL_BIN"] ?? path.resolve(import.meta.dirname, "../../target/debug/waybill")

/** Starts the binary and waits for the line that tells its address. */
export async function startServer(): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "waybill-e2e-"))
  let child = serve("127.0.0.1:0", dataDir)
  const origin = await announcedOrigin(child)
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, "exit")
    child.kill(signal)
    await exited
  }
  return {
    origin,
    dataDir,
    stop: async () => {
      await end("SIGTERM")
      await rm(dataDir, { recursive: true, force: true })
    },
    kill: () => end("SIGKILL"),
    startAgain: async () => {
      child = serve(new URL(origin).host, dataDir)
      await announcedOrigin(child)
    },
  }
}

function serve(address: string, dataDir: string): ChildProcess {
  return spawn(binary, ["serve", "--listen", address, "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
  })
}

/** The origin in the first line that names one; what follows is read and dropped, so that the pipe never fills. */
async function announcedOrigin(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) {
    throw new Error("the server was started without pipes")
  }
  const printed: string[] = []
  return await new Promise((resolve, reject) => {
    for (const stream of [stdout, stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const origin = /https?:\/\/[\w.[\]:-]+:\d+/u.exec(line)?.[0]
        if (origin === undefined) {
          printed.push(line)
        } else {
          resolve(origin)
        }
      })
    }
    child.once("exit", (code) => {
      reject(new Error(`the server ended with ${String(code)}:\n${printed.join("\n")}`))
    })
  })
}
