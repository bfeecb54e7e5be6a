import { memo, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react"
import type { MouseEvent, Ref } from "react"

import { isBlank, parseMarkup } from "#client/lib/markup.ts"
import { htmlOf, insertAtCaret } from "#client/ui/editable.ts"
import { MarkupNodes } from "#client/ui/markup-nodes.tsx"
import type { Command, RichEditor } from "#client/ui/rich-editor.ts"
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

/**
 * A formatted text: paragraphs, bold, italic, lists and links. Whatever else its HTML holds stays as it is.
 *
 * It is drawn, and can be typed in, without the editor; that is loaded when a person writes, and takes over what is there.
 */
export function RichText(props: RichTextProps) {
  const { id, labelledBy, html, onChange, readOnly = false, describedBy, invalid, handle } = props
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<RichEditor | null>(null)
  const loading = useRef<Promise<RichEditor | null> | null>(null)
  const isComposing = useRef(false)
  const [pressed, setPressed] = useState<readonly Command[]>([])
  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
  })
  useEffect(
    () => () => {
      editor.current?.destroy()
      editor.current = null
      loading.current = null
    },
    [],
  )

  const say = (now: string) => latest.current(isBlank(now) ? "" : now)
  /** Once; a failure leaves the plain text, and the next wish for the editor tries again. */
  const load = (): Promise<RichEditor | null> => {
    loading.current ??= begin()
    return loading.current
  }
  /** What an input method is composing is not disturbed. */
  const composed = () =>
    new Promise<void>((resolve) => {
      if (!isComposing.current) resolve()
      else box.current?.addEventListener("compositionend", () => resolve(), { once: true })
    })
  const begin = async (): Promise<RichEditor | null> => {
    try {
      const { editIn } = await import("#client/ui/rich-editor.ts")
      await composed()
      if (box.current === null || loading.current === null) return null
      editor.current = editIn(box.current, {
        onChange: say,
        onMove: (on) => setPressed((old) => (old.join() === on.join() ? old : on)),
      })
      return editor.current
    } catch {
      loading.current = null
      return null
    }
  }
  const withEditor = (deed: (ready: RichEditor) => void) =>
    void load().then((ready) => (ready === null ? undefined : deed(ready)))

  useImperativeHandle(handle, () => ({
    focus: () => box.current?.focus(),
    insert(text) {
      if (editor.current !== null) editor.current.insert(text)
      else if (box.current !== null) {
        // What is typed meanwhile comes after it.
        insertAtCaret(box.current, text)
        say(htmlOf(box.current))
        void load()
      }
    },
  }))
  return (
    <div className="ui-rich">
      {readOnly ? null : <RichTextTools controls={id} pressed={pressed} withEditor={withEditor} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- it only keeps links from being followed */}
      <div
        aria-describedby={describedBy}
        aria-invalid={invalid === true || undefined}
        aria-labelledby={labelledBy}
        aria-multiline="true"
        aria-readonly={readOnly || undefined}
        className="ui-input ui-rich-text"
        contentEditable={!readOnly}
        id={id}
        onClick={stay}
        onCompositionEnd={() => {
          isComposing.current = false
        }}
        onCompositionStart={() => {
          isComposing.current = true
        }}
        onFocus={readOnly ? undefined : () => void load()}
        onInput={() => {
          // Until the editor is there, the browser alone writes.
          if (editor.current === null && box.current !== null) say(htmlOf(box.current))
        }}
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
