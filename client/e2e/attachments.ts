/** What is attached to a mail, and what is in a workbook that is. */
import { inflateRawSync } from "node:zlib"

/** The file with this ending in a mail as the server writes it (RFC 2045 and 2183), or `null`. */
export function attachedFile(mail: string, ending: string): Buffer | null {
  const boundaries = [...mail.matchAll(/boundary="?(?<own>[^"\s;]+)/gu)]
  const parts = boundaries.flatMap(({ groups }) => mail.split(`--${groups?.["own"] ?? ""}`))
  for (const part of parts) {
    const [head = "", ...body] = part.split(/\r?\n\r?\n/u)
    const isIt = head.includes("Content-Disposition: attachment") && head.includes(`.${ending}"`)
    const isEncoded = /^content-transfer-encoding: base64/imu.test(head)
    if (isIt && isEncoded) return Buffer.from(body.join(""), "base64")
    if (isIt) return Buffer.from(body.join("\n\n").replace(/\r?\n$/u, ""))
  }
  return null
}

/** The text of a part of a workbook, which is a ZIP file; `null` where it has no such part. */
export function workbookPart(book: Buffer, name: string): string | null {
  // The directory at the end has the sizes and places of all parts.
  const entry = book.lastIndexOf(name) - 46
  if (entry < 0 || book.readUInt32LE(entry) !== 0x02_01_4b_50) return null
  const size = book.readUInt32LE(entry + 20)
  const part = book.readUInt32LE(entry + 42)
  const start = part + 30 + book.readUInt16LE(part + 26) + book.readUInt16LE(part + 28)
  const packed = book.subarray(start, start + size)
  const isPacked = book.readUInt16LE(entry + 10) !== 0
  return (isPacked ? inflateRawSync(packed) : packed).toString("utf8")
}
