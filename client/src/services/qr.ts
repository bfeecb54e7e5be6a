/** QR codes, drawn only where somebody wants one: the library comes with the first. */

/** A code as the outline of its dark squares, one unit each. */
export interface QrCode {
  /** Width and height in units, the quiet zone included. */
  size: number
  /** Data of an SVG path. */
  path: string
}

export async function qrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr")
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join("") }
}
