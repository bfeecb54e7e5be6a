/**
 * The editor of formatted texts, which is loaded when a person writes. It takes over the element in which they have begun, with
 * what stands in it and what is selected.
 *
 * What is pasted is read by the product's own reader: the page's policy (Trusted Types) takes no HTML as a text.
 */
import { Editor, Extension } from "@tiptap/core"
import { history, redo, undo } from "@tiptap/pm/history"
import { Fragment, Node, Slice } from "@tiptap/pm/model"
import { Selection, TextSelection } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"

import { htmlOf, pasted } from "#client/ui/editable.ts"
import { documentOf, htmlOfDocument, pieceOf } from "#client/ui/rich-document.ts"
import { SCHEMA } from "#client/ui/rich-schema.ts"

// One file of the build with these: see base.ts.
import "./rich-text.tsx"

const COMMANDS = ["bold", "italic", "bullets", "numbers"] as const

export type Command = (typeof COMMANDS)[number]

export interface RichEditor {
  focus: () => void
  toggle: (command: Command) => void
  /** Links what is selected, or the link that the caret is in; `null` takes the link away. */
  link: (target: string | null) => void
  /** Where the link at the caret leads; empty without one. */
  linkAt: () => string
  /** Puts text where the caret is. */
  insert: (text: string) => void
  destroy: () => void
}

interface Editing {
  onChange: (html: string) => void
  /** The caret has moved, or the text under it has changed: these are on now. */
  onMove: (on: readonly Command[]) => void
}

const History = Extension.create({
  name: "history",
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const act = (deed: typeof undo) => () =>
      deed(this.editor.state, (tr) => this.editor.view.dispatch(tr))
    return { "Mod-z": act(undo), "Mod-y": act(redo), "Shift-Mod-z": act(redo) }
  },
})

/** Edits what is in the element from now on. */
export function editIn(box: HTMLElement, { onChange, onMove }: Editing): RichEditor {
  markSelection(box)
  const content = documentOf(htmlOf(box))
  const editor = new Editor({
    element: { mount: box },
    extensions: [...SCHEMA, History],
    content,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: { handleDOMEvents: { drop, keydown: isForOthers, paste } },
    onUpdate: () => onChange(htmlOfDocument(editor.getJSON())),
    onTransaction: () => onMove(COMMANDS.filter((command) => editor.isActive(command))),
  })
  takeSelection(editor.view)
  return {
    focus: () => {
      editor.commands.focus()
    },
    toggle: (command) => {
      const chain = editor.chain().focus()
      if (command === "bold" || command === "italic") chain.toggleMark(command).run()
      else {
        // A line of a list is none of the paragraphs that it was.
        chain.toggleList(command, "item").updateAttributes("paragraph", { isBare: null }).run()
      }
    },
    link: (target) => {
      const chain = editor.chain().focus().extendMarkRange("link")
      if (target === null) chain.unsetMark("link").run()
      else chain.setMark("link", { kept: { href: target } }).run()
    },
    linkAt: () => {
      const kept: unknown = editor.getAttributes("link")["kept"]
      const href = typeof kept === "object" && kept !== null && "href" in kept ? kept.href : ""
      return typeof href === "string" ? href : ""
    },
    insert: (text) => {
      editor.chain().focus().insertContent({ type: "text", text }).run()
    },
    destroy: () => editor.destroy(),
  }
}

/** Escape and Ctrl-Enter are for what is around the text; the editor would keep them from it. */
function isForOthers(_: EditorView, { key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === "Escape" || (key === "Enter" && (ctrlKey || metaKey))
}

function paste(view: EditorView, event: ClipboardEvent): boolean {
  const { clipboardData } = event
  if (clipboardData === null) return false
  event.preventDefault()
  put(view, clipboardData)
  return true
}

/** What is moved within the text is the editor's own to move. */
function drop(view: EditorView, event: DragEvent): boolean {
  const { dataTransfer } = event
  if (view.dragging !== null || dataTransfer === null) return false
  event.preventDefault()
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (at !== null) put(view, dataTransfer, at.pos)
  return true
}

function put(view: EditorView, data: DataTransfer, at?: number): void {
  const formatted = data.getData("text/html")
  const plain = data.getData("text/plain")
  if (formatted === "" && plain === "") return
  const pieces = formatted === "" ? linesOf(plain) : pieceOf(pasted(formatted))
  const { schema, tr } = view.state
  const nodes = pieces.map((piece) => Node.fromJSON(schema, piece))
  const slice = Slice.maxOpen(Fragment.from(nodes))
  if (at === undefined) tr.replaceSelection(slice)
  else tr.replace(at, at, slice)
  view.dispatch(tr.scrollIntoView())
}

function linesOf(text: string) {
  const lines = text.replaceAll(/\r\n?/gu, "\n").split("\n")
  return lines.map((line) => ({
    type: "paragraph",
    content: line === "" ? [] : [{ type: "text", text: line }],
  }))
}

/** Stands at an end of the selection while the text changes hands; of the private use area, so that nobody writes it. */
const MARK = "\uE000"
const MARKS = /\uE000/gu

/** Marks the caret, or both ends of what is selected. */
function markSelection(box: HTMLElement): void {
  const selection = getSelection()
  if (selection === null || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0).cloneRange()
  if (!box.contains(range.startContainer) || !box.contains(range.endContainer)) return
  // The far end first: a mark before it would move it.
  if (!range.collapsed) markEnd(range.cloneRange(), false)
  markEnd(range, true)
}

function markEnd(range: Range, isStart: boolean): void {
  range.collapse(isStart)
  intoText(range, isStart)
  const before = range.startContainer.childNodes[range.startOffset - 1]
  // Behind the break that holds an empty line open is in that line.
  if (before instanceof HTMLBRElement && before.nextSibling === null) range.setStartBefore(before)
  range.collapse(true)
  range.insertNode(document.createTextNode(MARK))
}

/** Between two blocks nothing is written: the place is the beginning of the block behind it, or the end of the one before. */
function intoText(range: Range, isStart: boolean): void {
  for (;;) {
    const { startContainer: within, startOffset: at } = range
    const next = within.childNodes[isStart ? at : at - 1]
    if (!(next instanceof HTMLElement) || next instanceof HTMLBRElement) return
    range.selectNodeContents(next)
    range.collapse(isStart)
  }
}

/** Selects what was marked, or puts the caret at the end. */
function takeSelection({ state, dispatch }: EditorView): void {
  const marks: number[] = []
  state.doc.descendants((node, start) => {
    const found = (node.text ?? "").matchAll(MARKS)
    marks.push(...Array.from(found, ({ index }) => start + index))
  })
  const { tr } = state
  const [from, to = from] = marks
  if (from === undefined || to === undefined) tr.setSelection(Selection.atEnd(state.doc))
  else {
    for (const at of marks.toReversed()) tr.delete(at, at + 1)
    tr.setSelection(TextSelection.create(tr.doc, from, to === from ? from : to - 1))
    // Browsers write a blank at the end of a line so that it shows; the editor shows blanks as they are.
    const hasBlank = tr.doc.textBetween(Math.max(0, from - 1), from) === "\u00A0"
    if (hasBlank && tr.selection.empty) tr.insertText(" ", from - 1, from)
  }
  dispatch(tr.setMeta("addToHistory", false).setMeta("preventUpdate", true))
}
