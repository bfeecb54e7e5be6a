/** What scripts weigh on the wire, as brotli: Chromium is not told so by every server that is only reached from here. */
import { get } from "node:http"

const known = new Map<string, Promise<number>>()

/** Kilobytes of these addresses together. */
export async function brotliKilobytes(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map((url) => known.get(url) ?? remember(url)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

function remember(url: string): Promise<number> {
  const size = sizeOf(url)
  known.set(url, size)
  return size
}

function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, (response) => {
      let bytes = 0
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on("end", () => resolve(bytes))
    }).on("error", reject)
  })
}
