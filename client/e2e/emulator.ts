/** The Auth emulator of firebase-tools in the place of the own identity provider, for a run of the suite that has one. */
/** Its origin; `null` in a run with the own provider. */
export const EMULATOR = process.env["WAYBILL_E2E_AUTH_EMULATOR"] ?? null

const PROJECT = "demo-waybill"

const PAGES = `${EMULATOR ?? ""}/emulator/v1/projects/${PROJECT}`

/** How a server is told of whoever has people's accounts. */
export type Provider = { flags: readonly string[]; config: string }

/** Flags of a server that takes the emulator for Firebase, and its part of the configuration; nobody has an account there any more. */
export async function withEmulator(): Promise<Provider> {
  if (EMULATOR === null) return { flags: [], config: "" }
  await fetch(`${PAGES}/accounts`, { method: "DELETE" })
  return {
    flags: ["--trust-auth-emulator", EMULATOR],
    config: `[firebase.other]\nproject_id = "${PROJECT}"\napi_key = "AIza-1"\n`,
  }
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
