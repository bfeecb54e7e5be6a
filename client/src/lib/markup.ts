/**
 * HTML of mails as a tree. The page's policy (Trusted Types) takes no HTML as a text, so what the services send and what
 * is pasted is read here, and drawn by React or built node by node.
 *
 * The reader understands what the services write, and of anything else as much as it can; what it does not know as a tag is
 * text. It runs nothing and loads nothing, and whoever draws the tree decides which tags and attributes get through.
 */

export interface MarkupElement {
  tag: string
  attributes: Readonly<Record<string, string>>
  children: readonly Markup[]
}

export type Markup = string | MarkupElement

const VOID = new Set(["br", "hr", "img", "col", "wbr", "input", "meta", "link", "area", "base"])

/** Their content is no text of the mail. */
const UNSEEN = new Set(["script", "style", "title", "noscript", "template", "head", "svg", "math"])

/** An element that ends when another one of the same group begins. */
const SAME = [new Set(["p"]), new Set(["li"]), new Set(["td", "th"]), new Set(["tr"])] as const

const BLOCKS = new Set(
  "p div ul ol li table tr blockquote pre h1 h2 h3 h4 h5 h6 hr dl dt dd center".split(" "),
)

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
}

const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<[!?][^>]*>/gu
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+)))?/gu

interface Open {
  tag: string
  attributes: Record<string, string>
  children: Markup[]
}

/** The tree of a piece of HTML; elements that are left open end with it. */
export function parseMarkup(html: string): readonly Markup[] {
  const root: Open = { tag: "", attributes: {}, children: [] }
  const stack: Open[] = [root]
  let end = 0
  for (const match of html.matchAll(TAG)) {
    addText(stack, html.slice(end, match.index))
    end = match.index + match[0].length
    const [, slash, name, rest = ""] = match
    if (name === undefined) continue
    const tag = name.toLowerCase()
    if (slash === "/") close(stack, tag)
    else open(stack, tag, rest)
  }
  addText(stack, html.slice(end))
  while (stack.length > 1) close(stack, stack.at(-1)?.tag ?? "")
  return root.children
}

/** The HTML of a tree. */
export function writeMarkup(nodes: readonly Markup[]): string {
  return nodes.map(writeNode).join("")
}

/** What is to be read of a tree, blocks on lines of their own. */
export function textOf(nodes: readonly Markup[]): string {
  return words(nodes)
    .replaceAll(/[^\S\n\u00A0]+/gu, " ")
    .replaceAll(/ ?\n ?/gu, "\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim()
}

/** Plain text as HTML: a blank line ends a paragraph, a line end is a line end. */
export function paragraphs(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/u)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${paragraph.trim().split("\n").map(escapeText).join("<br>")}</p>`)
    .join("")
}

/** Whether there is nothing to be read or seen. */
export function isBlank(html: string): boolean {
  return !/<(?:img|hr)\b/iu.test(html) && textOf(parseMarkup(html)).trim() === ""
}

function open(stack: Open[], tag: string, rest: string): void {
  const group = SAME.find((tags) => tags.has(tag))
  const parent = stack.at(-1)
  if (group !== undefined && parent !== undefined && group.has(parent.tag)) close(stack, parent.tag)
  const element: Open = { tag, attributes: attributesOf(rest), children: [] }
  if (VOID.has(tag)) stack.at(-1)?.children.push(element)
  else stack.push(element)
}

/** Ends the innermost element of this tag with all that stands open in it; a tag that is not open ends nothing. */
function close(stack: Open[], tag: string): void {
  const at = stack.findLastIndex((element) => element.tag === tag)
  if (at < 1) return
  while (stack.length > at) {
    const element = stack.pop()
    if (element !== undefined && !UNSEEN.has(element.tag)) stack.at(-1)?.children.push(element)
  }
}

function addText(stack: readonly Open[], text: string): void {
  if (text !== "") stack.at(-1)?.children.push(decode(text))
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = "", double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = decode(double ?? single ?? bare ?? "")
  }
  return attributes
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/giu, (...match: string[]) => {
    const [whole = "", decimal, hex, name = ""] = match
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
    if (Number.isInteger(code)) return code > 0x10_ff_ff ? "\uFFFD" : String.fromCodePoint(code)
    return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
  })
}

function writeNode(node: Markup): string {
  if (typeof node === "string") return escapeText(node)
  const { tag, attributes, children } = node
  const said = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', "&quot;")}"`)
    .join("")
  return VOID.has(tag) ? `<${tag}${said}>` : `<${tag}${said}>${writeMarkup(children)}</${tag}>`
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00A0", "&nbsp;")
}

function words(nodes: readonly Markup[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string")
        return node.replaceAll(/\s+/gu, (gap) => (gap === "\u00A0" ? gap : " "))
      if (node.tag === "br") return "\n"
      const inside = words(node.children)
      if (node.tag === "li") return `\n• ${inside.trim()}\n`
      return BLOCKS.has(node.tag) ? `\n\n${inside}\n\n` : inside
    })
    .join("")
}
