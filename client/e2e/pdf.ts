/** What a PDF says: the text of each page as Chromium writes it, and the descriptions of the figures of a report. */
import { inflateSync } from "node:zlib"

/** One text per page, in the order in which it was drawn. */
export function pagesOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/u.test(head))
  return pages.map(({ head }) => {
    const fonts = new Map(
      [...head.matchAll(/\/(?<name>F\d+) (?<at>\d+) 0 R/gu)].map(({ groups }) => [
        groups?.["name"] ?? "",
        lettersOf(objects, groups?.["at"] ?? ""),
      ]),
    )
    const drawn = [...head.matchAll(/\/Contents \[?(?<at>\d+) 0 R/gu)].map(
      ({ groups }) => objects.get(groups?.["at"] ?? "")?.stream ?? "",
    )
    return textIn(drawn.join("\n"), fonts)
  })
}

/** What each figure of a report says to a screen reader, in ASCII. */
export function figuresOf(pdf: Buffer): string[] {
  const figures = pdf.toString("latin1").matchAll(/\/S\/Figure\b[^>]*?\/Alt\((?<text>[^)]*)\)/gu)
  return [...figures].map(({ groups }) => groups?.["text"] ?? "")
}

interface Part {
  head: string
  /** Its content, unpacked. */
  stream: string
}

function objectsOf(pdf: Buffer): Map<string, Part> {
  const text = pdf.toString("latin1")
  const objects = new Map<string, Part>()
  for (const { groups, 0: all } of text.matchAll(/^(?<at>\d+) 0 obj\n(?<body>.*?)endobj/gmsu)) {
    const body = groups?.["body"] ?? ""
    const cut = body.indexOf("stream\n")
    const head = cut < 0 ? body : body.slice(0, cut)
    const length = Number(/\/Length (?<length>\d+)/u.exec(head)?.groups?.["length"] ?? 0)
    const packed = Buffer.from(body.slice(cut + 7, cut + 7 + length), "latin1")
    const isPacked = cut >= 0 && head.includes("/FlateDecode")
    const stream = isPacked ? inflateSync(packed).toString("latin1") : packed.toString("latin1")
    if (all !== "") objects.set(groups?.["at"] ?? "", { head, stream: cut < 0 ? "" : stream })
  }
  return objects
}

/** The letters of a font by their numbers in it. */
function lettersOf(objects: Map<string, Part>, at: string): Map<number, string> {
  const font = objects.get(at)?.head ?? ""
  const table = /\/ToUnicode (?<at>\d+) 0 R/u.exec(font)?.groups?.["at"] ?? ""
  const letters = new Map<number, string>()
  const words = objects.get(table)?.stream ?? ""
  for (const { groups } of words.matchAll(/beginbfchar(?<rows>.*?)endbfchar/gsu)) {
    for (const [, from, to] of (groups?.["rows"] ?? "").matchAll(/<(\w+)> <(\w+)>/gu)) {
      letters.set(Number.parseInt(from ?? "", 16), utf16(to ?? ""))
    }
  }
  for (const { groups } of words.matchAll(/beginbfrange(?<rows>.*?)endbfrange/gsu)) {
    for (const [, from, to, first] of (groups?.["rows"] ?? "").matchAll(
      /<(\w+)> <(\w+)> <(\w+)>/gu,
    )) {
      const [low, high, letter] = [from, to, first].map((each) => Number.parseInt(each ?? "", 16))
      for (let glyph = low ?? 0; glyph <= (high ?? -1); glyph += 1) {
        letters.set(glyph, String.fromCodePoint((letter ?? 0) + glyph - (low ?? 0)))
      }
    }
  }
  return letters
}

function utf16(hex: string): string {
  return Buffer.from(hex, "hex").swap16().toString("utf16le")
}

function textIn(drawn: string, fonts: ReadonlyMap<string, Map<number, string>>): string {
  let font = new Map<number, string>()
  let text = ""
  for (const [, name, hex] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)>|\bET\b/gu)) {
    if (name !== undefined) font = fonts.get(name) ?? font
    else if (hex === undefined) text += "\n"
    else {
      for (let at = 0; at < hex.length; at += 4) {
        text += font.get(Number.parseInt(hex.slice(at, at + 4), 16)) ?? ""
      }
    }
  }
  return text
}
