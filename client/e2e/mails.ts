/** Mails as the server keeps them where no mail server is set. */
import { readFile, readdir } from "node:fs/promises"
import path from "node:path"

import { expect } from "@playwright/test"

/** The mails that left to this address, the oldest first. */
export async function mailsTo(address: string, dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, "mail")
  const names = (await readdir(folder)).toSorted()
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")))
  return mails.filter((mail) => mail.includes(address))
}

/** The first link in the text of the newest mail to `address`. */
export async function linkInMailTo(address: string, dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "mail")
  const names = (await readdir(folder)).toSorted().toReversed()
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")))
  const mail = mails.find(
    (text) => text.includes(`To: ${address}`) || text.includes(`<${address}>`),
  )
  const link = linkIn(mail ?? "")
  if (link === undefined) throw new Error(`no mail to ${address}`)
  return link
}

/** The first link in the text of a mail. */
export function linkIn(mail: string): string | undefined {
  // Quoted-printable, RFC 2045 section 6.7.
  const text = mail.replaceAll(/=\r?\n/gu, "").replaceAll("=3D", "=")
  // Headers have links, too: that for unsubscribing.
  return firstLink(text.slice(text.search(/\r?\n\r?\n/u)))
}

/** The first link in a text. */
export function firstLink(text: string): string | undefined {
  return text.split(/[\s"<>]/u).find((word) => word.startsWith("http://"))
}

/** The codes for signing in that were mailed to `address`, the oldest first. */
async function codesInMailsTo(address: string, dataDir: string): Promise<string[]> {
  const mails = await mailsTo(address, dataDir)
  return mails.flatMap((mail) => /^Subject: (\d{6}) is your code/mu.exec(mail)?.[1] ?? [])
}

/** The code of the `count`th mail to `address` with one, once it is there. */
export async function codeMailed(count: number, address: string, dataDir: string): Promise<string> {
  let codes: string[] = []
  await expect(async () => {
    codes = await codesInMailsTo(address, dataDir)
    expect(codes).toHaveLength(count)
  }).toPass()
  return codes.at(-1) ?? ""
}
