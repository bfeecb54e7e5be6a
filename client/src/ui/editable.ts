/**
 * An element that is being edited, as HTML of a mail and back.
 *
 * Attributes that the page's policy refuses (`style`), that would load something (`src`) or that mean nothing here are kept
 * under names of their own while they are edited: an editor changes what was written and loses nothing of the rest.
 */
import { type Markup, type MarkupElement, parseMarkup, writeMarkup } from "#client/lib/markup.ts"

const KEPT = "data-kept-"
/** Attributes that are what they are while a text is edited. */
const LIVE = new Set(["href", "title", "dir", "lang"])
const INLINE = new Set(
  "a abbr b br code del em font i img ins s small span strong sub sup u".split(" "),
)
const BLOCK = new Set(
  "blockquote caption center col colgroup dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul".split(
    " ",
  ),
)
/** What of a foreign page comes along when it is pasted. */
const PASTED = new Set("a b strong i em u br p ul ol li blockquote".split(" "))
const HEADING = /^h[1-6]$/u

/** Whether mails may hold it; what may not be is left out, its text stays. */
export function isMailTag(tag: string): boolean {
  return INLINE.has(tag) || BLOCK.has(tag)
}

/** Whether it stands within a line. */
export function isInline(tag: string): boolean {
  return INLINE.has(tag)
}

/** How an attribute of a mail is called on the page. */
export function pageName(name: string): string {
  return LIVE.has(name) ? name : KEPT + name
}

/** The HTML of what is in the element now. */
export function htmlOf(edited: Element): string {
  return writeMarkup(inParagraphs(nodesOf(edited)))
}

/** Puts text where the caret is in the element, or at its end; the caret follows it. */
export function insertAtCaret(edited: HTMLElement, text: string): void {
  const selection = getSelection()
  if (selection === null) return
  if (!edited.contains(selection.anchorNode)) {
    selection.selectAllChildren(edited.lastElementChild ?? edited)
    selection.collapseToEnd()
  }
  // The focus may move the caret.
  const range = selection.getRangeAt(0).cloneRange()
  edited.focus()
  range.deleteContents()
  const { startContainer: before, startOffset: at } = range
  // A browser keeps the space at the end of what was typed from breaking, until something follows it.
  if (before instanceof Text && before.data.charAt(at - 1) === "\u00a0") {
    before.replaceData(at - 1, 1, " ")
    range.setStart(before, at)
  }
  const node = document.createTextNode(text)
  range.insertNode(node)
  selection.collapse(node, text.length)
}

/** Clipboard HTML, reduced to what a letter needs. */
export function pasted(html: string): string {
  return writeMarkup(parseMarkup(html).flatMap(reduced)).trim()
}

function nodesOf(parent: Node): Markup[] {
  return [...parent.childNodes].flatMap((node): Markup[] => {
    if (node instanceof Text) return node.data === "" ? [] : [node.data]
    if (!(node instanceof HTMLElement)) return []
    const tag = node.tagName.toLowerCase()
    const children = nodesOf(node)
    return isMailTag(tag) ? [{ tag, attributes: attributesOf(node), children }] : children
  })
}

/** The attributes of a mail's element as they were written. */
export function attributesOf(edited: HTMLElement): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const { name, value } of edited.attributes) {
    if (name.startsWith(KEPT)) attributes[name.slice(KEPT.length)] = value
    else if (LIVE.has(name)) attributes[name] = value
  }
  return attributes
}

/** What stands outside of any block makes a paragraph; browsers leave the first line so. */
function inParagraphs(nodes: readonly Markup[]): Markup[] {
  const blocks: Markup[] = []
  let line: Markup[] = []
  const end = () => {
    const isEmpty = line.every((node) => typeof node === "string" && node.trim() === "")
    if (!isEmpty) blocks.push({ tag: "p", attributes: {}, children: line })
    line = []
  }
  for (const node of nodes) {
    if (typeof node === "string" || INLINE.has(node.tag)) line.push(node)
    else {
      end()
      blocks.push(node)
    }
  }
  end()
  return blocks
}

function reduced(node: Markup): Markup[] {
  if (typeof node === "string") return [node.replaceAll(/\s+/gu, " ")]
  const children = node.children.flatMap(reduced)
  if (HEADING.test(node.tag)) {
    return [{ tag: "p", attributes: {}, children: [element("strong", children)] }]
  }
  if (node.tag === "div" || node.tag === "tr") return [element("p", children)]
  if (!PASTED.has(node.tag)) return children
  const { href } = node.attributes
  const isLink = node.tag === "a" && href !== undefined && linkTarget(href) !== null
  if (node.tag === "a" && !isLink) return children
  return [{ tag: node.tag, attributes: isLink ? { href } : {}, children }]
}

function element(tag: string, children: readonly Markup[]): MarkupElement {
  return { tag, attributes: {}, children }
}

/** Where a link of a mail may lead: a page, a mail address, a telephone, or a merge field. `null` for anything else. */
export function linkTarget(text: string): string | null {
  const typed = text.trim()
  if (typed === "") return null
  if (/^(?:https?:\/\/|mailto:|tel:)[^\s]+$/iu.test(typed) || /^\{\{[^{}]+\}\}$/u.test(typed)) {
    return typed
  }
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/u.test(typed)) return `mailto:${typed}`
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/u.test(typed) ? `https://${typed}` : null
}
