/** The Auth emulator of firebase-tools in the place of the own identity provider, for a run of the suite that has one. */
import { writeFile } from "node:fs/promises"
import path from "node:path"

/** Its origin; `null` in a run with the own provider. */
export const EMULATOR = process.env["WAYBILL_E2E_AUTH_EMULATOR"] ?? null

const PROJECT = "demo-waybill"

const PAGES = `${EMULATOR ?? ""}/emulator/v1/projects/${PROJECT}`

/** What a server is started with to take the emulator for Firebase; nobody has an account there any more. */
export async function withEmulator(dataDir: string): Promise<readonly string[]> {
  if (EMULATOR === null) return []
  await fetch(`${PAGES}/accounts`, { method: "DELETE" })
  const config = path.join(dataDir, "waybill.toml")
  await writeFile(config, `[firebase.other]\nproject_id = "${PROJECT}"\napi_key = "AIza-1"\n`)
  return ["--config", config, "--trust-auth-emulator", EMULATOR]
}

type Code = { email: string; requestType: string; oobLink: string }

/** The link of the newest mail of the kind that it would have sent to the address. */
export async function linkFromEmulator(address: string): Promise<string> {
  const answer = await fetch(`${PAGES}/oobCodes`)
  const { oobCodes }: { oobCodes: readonly Code[] } = JSON.parse(await answer.text())
  const code = oobCodes.findLast(({ email }) => email === address)
  if (code === undefined) throw new Error(`no mail to ${address}`)
  return code.oobLink
}
