/**
 * HTML of a mail as the document of the editor, and back. Whatever a mail may hold has its place there: what the editor has no
 * button for, such as the tables that mails are laid out with, is a box or a mark that keeps its tag and its attributes.
 *
 * Invariant: what was not touched comes back as it was, but for blanks that no reader sees.
 */
import { type Markup, type MarkupElement, parseMarkup, writeMarkup } from "#client/lib/markup.ts"
import { isInline, isMailTag } from "#client/ui/editable.ts"

/** Attributes as they were written. */
type Attributes = Readonly<Record<string, string>>

type Attrs = Readonly<Record<string, unknown>>

export interface RichMark {
  type: string
  attrs: Attrs
}

export interface RichNode {
  type: string
  attrs?: Attrs
  content?: RichNode[]
  marks?: RichMark[]
  text?: string
}

/** A node as the editor gives it. */
interface Given {
  type: string
  attrs?: Attrs | undefined
  content?: Given[] | undefined
  marks?: { type: string; attrs?: Attrs | undefined }[] | undefined
  text?: string | undefined
}

/** Elements without content, which stand between blocks. */
const LEAVES = new Set(["hr", "col"])
const HEADING = /^h([1-6])$/u
const BOLD = new Set(["b", "strong"])
const ITALIC = new Set(["i", "em"])

/** The document of a mail's HTML. */
export function documentOf(html: string): RichNode {
  return { type: "doc", content: filled(blocksOf(parseMarkup(html))) }
}

/** The blocks of what was pasted. */
export function pieceOf(html: string): RichNode[] {
  return blocksOf(parseMarkup(html))
}

/** The HTML of a document; at its top, every line is a paragraph. */
export function htmlOfDocument({ content = [] }: Given): string {
  return writeMarkup(content.flatMap((node) => markupOf(node, false)))
}

function blocksOf(nodes: readonly Markup[]): RichNode[] {
  const blocks: RichNode[] = []
  let line: Markup[] = []
  const end = () => {
    const content = inlineOf(line, [])
    if (content.some(({ text }) => text === undefined || text.trim() !== "")) {
      blocks.push({
        type: "paragraph",
        attrs: { kept: {}, isBare: true },
        content: trimmed(content),
      })
    }
    line = []
  }
  for (const node of nodes.flatMap(known)) {
    if (isInLine(node)) line.push(node)
    else {
      end()
      blocks.push(blockOf(node))
    }
  }
  end()
  return blocks
}

/** An element that mails may not hold gives way to what is in it. */
function known(node: Markup): readonly Markup[] {
  if (typeof node === "string" || isMailTag(node.tag)) return [node]
  return node.children.flatMap(known)
}

/** A text, or an element that stands within a line. One that is laid around blocks is a box. */
function isInLine(node: Markup): boolean {
  if (typeof node === "string") return true
  return isInline(node.tag) && node.children.flatMap(known).every(isInLine)
}

function blockOf(node: Markup): RichNode {
  if (typeof node === "string") throw new TypeError("a text is no block")
  const { tag, attributes: kept, children } = node
  const level = HEADING.exec(tag)?.[1]
  if (tag === "p" && children.flatMap(known).every(isInLine)) {
    return { type: "paragraph", attrs: { kept, isBare: false }, content: lineOf(children) }
  }
  if (level !== undefined && children.flatMap(known).every(isInLine)) {
    return { type: "heading", attrs: { kept, level: Number(level) }, content: lineOf(children) }
  }
  if (LEAVES.has(tag)) return { type: "leaf", attrs: { tag, kept } }
  const inside = filled(blocksOf(children))
  if (tag === "ul" || tag === "ol") {
    const items = inside.map((item) => (item.type === "item" ? item : itemOf(item)))
    return { type: tag === "ul" ? "bullets" : "numbers", attrs: { kept }, content: items }
  }
  if (tag === "li") return { type: "item", attrs: { kept }, content: begunByLine(inside) }
  const type = tag === "td" || tag === "th" ? "cell" : "box"
  return { type, attrs: { tag, kept }, content: inside }
}

function itemOf(node: RichNode): RichNode {
  return { type: "item", attrs: { kept: {} }, content: begunByLine([node]) }
}

/** An item of a list begins with a line, as its bullet does. */
function begunByLine(blocks: RichNode[]): RichNode[] {
  return blocks[0]?.type === "paragraph" ? blocks : [emptyLine(), ...blocks]
}

function filled(blocks: RichNode[]): RichNode[] {
  return blocks.length === 0 ? [emptyLine()] : blocks
}

function emptyLine(): RichNode {
  return { type: "paragraph", attrs: { kept: {}, isBare: true } }
}

/** The content of a block of text; a line break at its end, which only holds it open, is none. */
function lineOf(children: readonly Markup[]): RichNode[] {
  const content = trimmed(inlineOf(children.flatMap(known), []))
  const isHeldOpen = content.at(-1)?.type === "lineBreak" && content.at(-2)?.type !== "lineBreak"
  return isHeldOpen ? content.slice(0, -1) : content
}

function inlineOf(nodes: readonly Markup[], marks: readonly RichMark[]): RichNode[] {
  return nodes.flatMap((node): RichNode[] => {
    const marked = marks.length === 0 ? {} : { marks: [...marks] }
    if (typeof node === "string") {
      const text = node.replaceAll(/[^\S\u00A0]+/gu, " ")
      return text === "" ? [] : [{ type: "text", text, ...marked }]
    }
    const { tag, attributes: kept, children } = node
    if (tag === "br") return [{ type: "lineBreak", attrs: { kept }, ...marked }]
    if (tag === "img") return [{ type: "picture", attrs: { kept }, ...marked }]
    return inlineOf(children.flatMap(known), [...marks, markOf(node)])
  })
}

function markOf({ tag, attributes: kept }: MarkupElement): RichMark {
  if (BOLD.has(tag)) return { type: "bold", attrs: { tag, kept } }
  if (ITALIC.has(tag)) return { type: "italic", attrs: { tag, kept } }
  if (tag === "a") return { type: "link", attrs: { kept } }
  return { type: "span", attrs: { tag, kept } }
}

/** Blanks at the ends of a line are none that anybody sees. */
function trimmed(content: RichNode[]): RichNode[] {
  const [first] = content
  const last = content.at(-1)
  if (first?.text !== undefined) first.text = first.text.replace(/^ +/u, "")
  if (last?.text !== undefined) last.text = last.text.replace(/ +$/u, "")
  return content.filter(({ type, text }) => type !== "text" || text !== "")
}

function markupOf(node: Given, mayBeBare: boolean): Markup[] {
  const attributes = keptOf(node.attrs)
  switch (node.type) {
    case "paragraph": {
      const line = lineMarkup(node.content ?? [])
      const isPlain = Object.keys(attributes).length === 0
      if (mayBeBare && isPlain) return line
      // A paragraph without anything in it has no height.
      const children = line.length === 0 ? [element("br", {}, [])] : line
      return [element("p", attributes, children)]
    }
    case "heading":
      return [
        element(`h${Number(node.attrs?.["level"])}`, attributes, lineMarkup(node.content ?? [])),
      ]
    case "leaf":
      return [element(tagOf(node.attrs), attributes, [])]
    case "bullets":
      return [element("ul", attributes, inner(node))]
    case "numbers":
      return [element("ol", attributes, inner(node))]
    case "item":
      return [element("li", attributes, inner(node))]
    default:
      return [element(tagOf(node.attrs), attributes, inner(node))]
  }
}

/** A line needs no paragraph around it where none was written, unless another one follows it or goes before. */
function inner({ type, content = [] }: Given): Markup[] {
  const isLine = (node: Given | undefined) =>
    node?.type === "paragraph" && (node.attrs?.["isBare"] ?? type === "item") === true
  return content.flatMap((node, at) => {
    const isAlone = !isLine(content[at - 1]) && !isLine(content[at + 1])
    return markupOf(node, isAlone && isLine(node))
  })
}

/** Pieces that begin with the same marks share their elements. */
function lineMarkup(content: readonly Given[], depth = 0): Markup[] {
  const out: Markup[] = []
  let at = 0
  while (at < content.length) {
    const node = content[at]
    const mark = node?.marks?.[depth]
    if (node === undefined) break
    if (mark === undefined) {
      out.push(inlineMarkup(node))
      at += 1
      continue
    }
    const same = JSON.stringify(mark)
    let end = at + 1
    while (JSON.stringify(content[end]?.marks?.[depth]) === same) end += 1
    const tag = mark.type === "link" ? "a" : tagOf(mark.attrs)
    out.push(element(tag, keptOf(mark.attrs), lineMarkup(content.slice(at, end), depth + 1)))
    at = end
  }
  return out
}

function inlineMarkup({ type, text = "", attrs }: Given): Markup {
  if (type === "lineBreak") return element("br", keptOf(attrs), [])
  if (type === "picture") return element("img", keptOf(attrs), [])
  return text
}

function element(tag: string, attributes: Attributes, children: readonly Markup[]): MarkupElement {
  return { tag, attributes, children }
}

function keptOf(attrs: Attrs | undefined): Attributes {
  const kept = attrs?.["kept"]
  if (typeof kept !== "object" || kept === null) return {}
  const entries = Object.entries(kept)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}

function tagOf(attrs: Attrs | undefined): string {
  const tag = attrs?.["tag"]
  return typeof tag === "string" && isMailTag(tag) ? tag : "span"
}
