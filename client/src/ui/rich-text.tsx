import { memo, useImperativeHandle, useRef } from "react"
import type { ClipboardEvent, MouseEvent, Ref } from "react"

import { isBlank, parseMarkup } from "#client/lib/markup.ts"
import {
  beginEditing,
  format,
  htmlOf,
  insertNodes,
  insertText,
  pasted,
} from "#client/ui/editable.ts"
import { MarkupNodes } from "#client/ui/markup-nodes.tsx"
import { RichTextTools } from "#client/ui/rich-text-tools.tsx"

export interface RichTextHandle {
  focus: () => void
  /** Puts text where the caret was last. */
  insert: (text: string) => void
}

interface RichTextProps {
  id: string
  /** Id of the element that names it. */
  labelledBy: string
  /** What it begins with; another `key` begins anew. */
  html: string
  /** Empty when there is nothing to be read. */
  onChange: (html: string) => void
  readOnly?: boolean
  describedBy?: string | undefined
  invalid?: boolean
  handle?: Ref<RichTextHandle>
}

/** A formatted text: paragraphs, bold, italic, lists and links. Whatever else its HTML holds stays as it is. */
export function RichText(props: RichTextProps) {
  const { id, labelledBy, html, onChange, readOnly = false, describedBy, invalid, handle } = props
  const box = useRef<HTMLDivElement>(null)
  const caret = useRef<Range | null>(null)

  const keepCaret = () => {
    const selection = getSelection()
    const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
    if (range !== null && box.current?.contains(range.startContainer) === true) {
      caret.current = range.cloneRange()
    }
  }
  const toCaret = () => {
    box.current?.focus()
    const selection = getSelection()
    if (selection === null || box.current === null) return
    selection.removeAllRanges()
    selection.addRange(caret.current ?? endOf(box.current))
  }
  const changed = () => {
    if (box.current === null) return
    const now = htmlOf(box.current)
    onChange(isBlank(now) ? "" : now)
  }
  useImperativeHandle(handle, () => ({
    focus: toCaret,
    insert: (text) => {
      toCaret()
      insertText(text)
      keepCaret()
    },
  }))

  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const formatted = event.clipboardData.getData("text/html")
    if (formatted === "") insertText(event.clipboardData.getData("text/plain"))
    else {
      insertNodes(parseMarkup(pasted(formatted)))
      // Nodes that are put there make no event by themselves.
      box.current?.dispatchEvent(new InputEvent("input", { bubbles: true }))
    }
  }
  return (
    <div className="ui-rich">
      {readOnly ? null : (
        <RichTextTools
          controls={id}
          onCommand={(command, value) => {
            toCaret()
            format(command, value)
            keepCaret()
          }}
          selection={() => caret.current}
        />
      )}
      <div
        aria-describedby={describedBy}
        aria-invalid={invalid === true || undefined}
        aria-labelledby={labelledBy}
        aria-multiline="true"
        aria-readonly={readOnly || undefined}
        className="ui-input ui-rich-text"
        contentEditable={!readOnly}
        id={id}
        onBlur={keepCaret}
        onClick={stay}
        onFocus={beginEditing}
        onInput={changed}
        onKeyUp={keepCaret}
        onPaste={paste}
        onPointerUp={keepCaret}
        ref={box}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a text area holds no formatting
        role="textbox"
        suppressContentEditableWarning
        tabIndex={0}
      >
        <Beginning html={html} />
      </div>
    </div>
  )
}

/** Drawn once: from then on its nodes are the browser's and the writer's. */
const Beginning = memo(
  ({ html }: { html: string }) => (
    <MarkupNodes nodes={parseMarkup(html === "" ? "<p><br></p>" : html)} />
  ),
  () => true,
)

/** A link in a text that is being written is for reading later. */
function stay(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("a") !== null) event.preventDefault()
}

function endOf(element: Element): Range {
  const range = document.createRange()
  range.selectNodeContents(element.lastElementChild ?? element)
  range.collapse(false)
  return range
}
