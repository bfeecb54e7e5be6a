/** A company's own IAM service in the place of ours, for a run of the suite that has one: it says what a test has it say. */
import { EMULATOR } from "./emulator.ts"

/** The address of the service (`server/tests/upstream/own_iam.rs`); `null` in a run without one. */
export const OWN_IAM = process.env["WAYBILL_E2E_OWN_IAM"] ?? null

/** Its part of a server's configuration. */
export const ownIam = OWN_IAM === null ? "" : `[upstream.services]\niam = "${OWN_IAM}"\n`

/** Whom it knows, and the provider, too. */
export const ADA = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@lines.test",
  password: "granite-anchor-42",
}

/** How its answers hold what they are about: under `data`, in a list there, or by itself. */
export type Shape = "object" | "list" | "bare"

/** Status, media type and content. */
export type Answer = readonly [number, string, string]

/** From now on it says this; the usual at all paths that are not named. */
export async function says(shape: Shape, answers: Record<string, Answer> = {}) {
  const body = JSON.stringify({ shape, answers })
  const headers = { "Content-Type": "application/json" }
  await fetch(`${OWN_IAM ?? ""}/script`, { method: "PUT", headers, body })
}

/** A good answer of this shape. */
export function good(shape: Shape, data: unknown): Answer {
  const whole = { object: { data }, list: { data: [data] }, bare: data }
  return [200, "application/json", JSON.stringify(whole[shape])]
}

/** Gives her an account at the provider, unless she has one. */
export async function haveAccount() {
  const { email, password } = ADA
  const url = `${EMULATOR ?? ""}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`
  const body = JSON.stringify({ email, password })
  await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body })
}

/** A token in the form of JSON Web Tokens that says when it ends. */
export function tokenUntil(time: number): string {
  return [part({ alg: "none" }), part({ exp: Math.floor(time / 1000) }), "x"].join(".")
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString("base64url")
}
