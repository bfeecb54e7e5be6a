/** The editor takes over what was begun, formats it and keeps what it has no button for. */
import { beforeAll, expect, test } from "vitest"

import { parseMarkup } from "#client/lib/markup.ts"
import { htmlOf, insertAtCaret, pageName } from "#client/ui/editable.ts"
import { editIn } from "#client/ui/rich-editor.ts"

// jsdom lays nothing out.
beforeAll(() => {
  const nowhere = new DOMRect()
  Object.assign(Range.prototype, {
    getBoundingClientRect: () => nowhere,
    getClientRects: () => [nowhere],
  })
})

function build(parent: Node, html: ReturnType<typeof parseMarkup>): void {
  for (const node of html) {
    if (typeof node === "string") parent.appendChild(document.createTextNode(node))
    else {
      const made = document.createElement(node.tag)
      for (const [name, value] of Object.entries(node.attributes)) {
        made.setAttribute(pageName(name), value)
      }
      parent.appendChild(made)
      build(made, node.children)
    }
  }
}

/** The caret is at the end of the first block, or behind so many letters of its first text, or all is selected. */
function begun(html: string, letters?: number | "all") {
  const box = document.createElement("div")
  document.body.append(box)
  build(box, parseMarkup(html))
  const selection = getSelection()
  selection?.selectAllChildren(box.firstElementChild ?? box)
  selection?.collapseToEnd()
  const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode()
  if (letters === "all") selection?.selectAllChildren(box)
  else if (letters !== undefined) selection?.collapse(text, letters)
  const written: string[] = []
  let on: readonly string[] = []
  const editor = editIn(box, {
    onChange: (now) => written.push(now),
    onMove: (now) => {
      on = now
    },
  })
  return { box, editor, on: () => on, written: () => written.at(-1) }
}

test("text before the editor is there goes to the caret", () => {
  const box = document.createElement("div")
  box.tabIndex = 0
  document.body.append(box)
  build(box, parseMarkup("<p>Dear , thank you.</p>"))
  const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode()
  getSelection()?.collapse(text, 5)
  insertAtCaret(box, "{{contact.firstName}}")
  expect(htmlOf(box)).toBe("<p>Dear {{contact.firstName}}, thank you.</p>")
  insertAtCaret(box, " Wolf")
  expect(htmlOf(box)).toBe("<p>Dear {{contact.firstName}} Wolf, thank you.</p>")
  getSelection()?.removeAllRanges()
  insertAtCaret(box, " Ada")
  expect(htmlOf(box)).toBe("<p>Dear {{contact.firstName}} Wolf, thank you. Ada</p>")
})

test("the caret is where it was, and text goes there", () => {
  const { editor, written } = begun("<p>Dear</p><p>rest</p>")
  editor.insert(" Joan,")
  expect(written()).toBe("<p>Dear Joan,</p><p>rest</p>")
})

test("what was selected is selected still, and text takes its place", () => {
  const { editor, written } = begun(
    "<p>Dear <b>Joan</b></p><ul><li>one</li><li>two</li></ul>",
    "all",
  )
  expect(written()).toBeUndefined()
  editor.insert("Good day")
  expect(written()).toBe("<p>Good day</p>")
})

test("the caret stays in an empty line, and what was only begun is not changed", () => {
  const { editor, written } = begun("<p><br></p><p>Ada</p>")
  expect(written()).toBeUndefined()
  editor.insert("Dear Joan,")
  expect(written()).toBe("<p>Dear Joan,</p><p>Ada</p>")
})

test("a blank that the browser wrote so that it shows is a blank", () => {
  const { editor, written } = begun("<p>Dear&nbsp;</p>")
  editor.insert("Joan")
  expect(written()).toBe("<p>Dear Joan</p>")
})

test("a paragraph becomes an item of a list and a line of its own again", () => {
  const { editor, on, written } = begun("<p>one</p><p>two</p>")
  editor.toggle("bullets")
  expect(written()).toBe("<ul><li>one</li></ul><p>two</p>")
  expect(on()).toEqual(["bullets"])
  editor.toggle("bullets")
  expect(written()).toBe("<p>one</p><p>two</p>")
})

test("what is typed next is bold, and a table around it stays as it was", () => {
  const html = '<table width="600"><tbody><tr><td style="color:red">one</td></tr></tbody></table>'
  const { editor, written } = begun(html)
  editor.toggle("bold")
  editor.insert("!")
  expect(written()).toContain('<table width="600"><tbody><tr><td style="color:red">one')
})

test.each([
  { key: "Escape", ctrlKey: false },
  { key: "Enter", ctrlKey: true },
])("$key is left to what is around the text", (keys) => {
  const { box } = begun("<p>Dear</p>")
  const event = new KeyboardEvent("keydown", { ...keys, bubbles: true, cancelable: true })
  box.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
})

test("a link at the caret is known, changed and taken away", () => {
  const { editor, written } = begun('<p><a href="https://one.example">one</a></p>', 1)
  expect(editor.linkAt()).toBe("https://one.example")
  editor.link("https://two.example")
  expect(written()).toBe('<p><a href="https://two.example">one</a></p>')
  editor.link(null)
  expect(written()).toBe("<p>one</p>")
})
