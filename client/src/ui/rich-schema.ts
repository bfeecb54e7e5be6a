/**
 * What the editor knows of a mail: paragraphs, headings, lists, bold, italic and links by their meaning, all else by its tag. Each
 * node keeps the attributes that it was written with, under names that load nothing and style nothing.
 */
import { Mark, Node, mergeAttributes } from "@tiptap/core"

import { attributesOf, pageName } from "#client/ui/editable.ts"

const KEPT = {
  kept: {
    default: {},
    parseHTML: (edited: HTMLElement) => attributesOf(edited),
    renderHTML: ({ kept }: Record<string, unknown>) => drawn(kept),
  },
}

const TAG = {
  tag: {
    default: "span",
    parseHTML: (edited: HTMLElement) => edited.tagName.toLowerCase(),
    renderHTML: () => ({}),
  },
}

/** Attributes as the page has them. */
function drawn(kept: unknown): Record<string, string> {
  const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : []
  return Object.fromEntries(entries.map(([name, value]) => [pageName(name), String(value)]))
}

function tags(text: string) {
  return text.split(" ").map((tag) => ({ tag }))
}

const Doc = Node.create({ name: "doc", topNode: true, content: "block+" })

const Text = Node.create({ name: "text", group: "inline" })

const Paragraph = Node.create({
  name: "paragraph",
  priority: 1000,
  group: "block",
  content: "inline*",
  addAttributes: () => ({
    ...KEPT,
    isBare: {
      default: null,
      parseHTML: (edited: HTMLElement) => (edited.dataset["bare"] === undefined ? null : true),
      renderHTML: ({ isBare }) => (isBare === true ? { "data-bare": "" } : {}),
    },
  }),
  parseHTML: () => tags("p"),
  renderHTML: ({ HTMLAttributes }) => ["p", HTMLAttributes, 0],
})

const Heading = Node.create({
  name: "heading",
  group: "block",
  content: "inline*",
  defining: true,
  addAttributes: () => ({
    ...KEPT,
    level: {
      default: 1,
      parseHTML: (edited: HTMLElement) => Number(edited.tagName.slice(1)),
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => tags("h1 h2 h3 h4 h5 h6"),
  renderHTML: ({ node, HTMLAttributes }) => [`h${Number(node.attrs["level"])}`, HTMLAttributes, 0],
})

function list(name: string, tag: string) {
  return Node.create({
    name,
    group: "block list",
    content: "item+",
    addAttributes: () => KEPT,
    parseHTML: () => tags(tag),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })
}

const Item = Node.create({
  name: "item",
  content: "paragraph block*",
  defining: true,
  addAttributes: () => KEPT,
  parseHTML: () => tags("li"),
  renderHTML: ({ HTMLAttributes }) => ["li", HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      "Mod-]": () => this.editor.commands.sinkListItem(this.name),
      "Mod-[": () => this.editor.commands.liftListItem(this.name),
    }
  },
})

function box(name: string, all: string, isolating: boolean) {
  return Node.create({
    name,
    group: "block",
    content: "block+",
    isolating,
    addAttributes: () => ({ ...TAG, ...KEPT }),
    parseHTML: () => tags(all),
    renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs["tag"]), HTMLAttributes, 0],
  })
}

const Leaf = Node.create({
  name: "leaf",
  group: "block",
  atom: true,
  addAttributes: () => ({ ...TAG, ...KEPT }),
  parseHTML: () => tags("hr col"),
  renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs["tag"]), HTMLAttributes],
})

const LineBreak = Node.create({
  name: "lineBreak",
  group: "inline",
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  addAttributes: () => KEPT,
  parseHTML: () => tags("br"),
  renderHTML: ({ HTMLAttributes }) => ["br", HTMLAttributes],
  renderText: () => "\n",
  addKeyboardShortcuts() {
    const add = () => this.editor.commands.insertContent({ type: this.name })
    return { "Shift-Enter": add }
  },
})

const Picture = Node.create({
  name: "picture",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => KEPT,
  parseHTML: () => tags("img"),
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
})

function tagged(name: string, all: string, own: string, key: string) {
  return Mark.create({
    name,
    addAttributes: () => ({ ...KEPT, tag: { ...TAG.tag, default: own } }),
    parseHTML: () => tags(all),
    renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs["tag"]), HTMLAttributes, 0],
    addKeyboardShortcuts() {
      const toggle = () => this.editor.commands.toggleMark(this.name)
      return { [`Mod-${key}`]: toggle }
    },
  })
}

const Link = Mark.create({
  name: "link",
  priority: 900,
  inclusive: false,
  addAttributes: () => KEPT,
  parseHTML: () => tags("a"),
  renderHTML: ({ HTMLAttributes }) => ["a", mergeAttributes(HTMLAttributes), 0],
})

const Span = Mark.create({
  name: "span",
  priority: 800,
  // Several of them may lie on one text.
  excludes: "",
  addAttributes: () => ({ ...TAG, ...KEPT }),
  parseHTML: () => tags("abbr code del font ins s small span sub sup u"),
  renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs["tag"]), HTMLAttributes, 0],
})

export const SCHEMA = [
  Doc,
  Text,
  Paragraph,
  Heading,
  list("bullets", "ul"),
  list("numbers", "ol"),
  Item,
  box("cell", "td th", true),
  box(
    "box",
    "blockquote caption center colgroup dd div dl dt pre table tbody tfoot thead tr",
    false,
  ),
  Leaf,
  LineBreak,
  Picture,
  Link,
  Span,
  tagged("bold", "b strong", "b", "b"),
  tagged("italic", "i em", "i", "i"),
]
