/**
 * Template: a data folder made once for each run, with migrations, reference data and, where asked for, the demonstration.
 * Servers start on copies of it, each in a tenth of the time; no server ever runs on the template itself.
 */
import { constants } from "node:fs"
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import type { Account } from "./program.ts"
import { startOne } from "./site.ts"

/** The folder of the templates of this run; the processes of all workers inherit it. */
const FOLDER = "WAYBILL_E2E_TEMPLATES"

/** Makes the folder, and returns what removes it. */
export default async function prepare() {
  const folder = await mkdtemp(path.join(tmpdir(), "waybill-e2e-templates-"))
  process.env[FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Copies the template into an empty folder, and returns who signs in to its demonstration. */
export async function copyTemplate(dataDir: string, demo: boolean): Promise<Account | null> {
  const template = path.join(process.env[FOLDER] ?? tmpdir(), demo ? "demo" : "empty")
  const account = await accountOf(template).catch(() => make(template, demo))
  await cp(path.join(template, "data"), dataDir, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
  return account
}

/** Two workers may do so at once: the first to finish is copied. */
async function make(template: string, demo: boolean): Promise<Account | null> {
  const made = await mkdtemp(`${template}-`)
  const site = await startOne(path.join(made, "data"), [], demo, "127.0.0.1:0")
  await site.stop()
  await writeFile(path.join(made, "account.json"), JSON.stringify(site.account))
  await rename(made, template).catch(() => rm(made, { recursive: true }))
  return await accountOf(template)
}

async function accountOf(template: string): Promise<Account | null> {
  return JSON.parse(await readFile(path.join(template, "account.json"), "utf8"))
}
