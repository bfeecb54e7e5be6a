/** The logo of the company: a file of the drive that everybody in it sees. */
import { newId } from "#client/lib/browser.ts"
import type { Body } from "#client/lib/input.ts"

import { request } from "./http.ts"

/** What the server takes. */
export const LOGO = { types: "image/png,image/jpeg,image/webp", bytes: 1_000_000 } as const

const FILES = "/drive/api/v1/filesystem/file"

/** Puts the picture on the drive; gives the id of its file. */
export async function sendLogo(picture: File): Promise<string> {
  // A name is one file's in a folder, and an older logo may still be there.
  const [stem, type] = splitName(picture.name)
  const name = `${stem} ${newId().slice(0, 8)}${type}`
  const search = new URLSearchParams({ name, visibility: "company" })
  const { data } = await request<Body<{ _id: string }>>(`${FILES}/content?${search}`, {
    method: "POST",
    bytes: picture,
    headers: { "Content-Type": "application/octet-stream" },
  })
  return data._id
}

/** The picture as a data URL, since an image element cannot say who is asking. */
export async function readLogo(id: string): Promise<string> {
  const bytes = await request<Blob>(`${FILES}/${encodeURIComponent(id)}/content`, {
    receives: "bytes",
  })
  return dataUrl(bytes)
}

function splitName(name: string): [stem: string, type: string] {
  const at = name.lastIndexOf(".")
  return at <= 0 ? [name, ""] : [name.slice(0, at), name.slice(at)]
}

function dataUrl(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("loadend", () => {
      if (typeof reader.result === "string") resolve(reader.result)
      else reject(reader.error ?? new Error("unreadable"))
    })
    reader.readAsDataURL(bytes)
  })
}
