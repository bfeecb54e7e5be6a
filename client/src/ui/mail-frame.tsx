import { useEffect, useRef } from "react"

import { type Markup, parseMarkup } from "#client/lib/markup.ts"
import { isMailTag } from "#client/ui/editable.ts"
import { useText } from "#client/ui/text.tsx"

export type MailFace = "wide" | "narrow" | "dark"

interface MailFrameProps {
  title: string
  /** As the services clean it. */
  html: string
  face?: MailFace
}

/** What a mail program brings along. */
const LOOK = `
  html { color-scheme: light; background: #fff; color: #1a1a1a; }
  html[data-dark] { color-scheme: dark; background: #1c1c1e; color: #ececec; }
  body { margin: 16px; font: 15px/1.5 Arial, Helvetica, sans-serif; overflow-wrap: anywhere; }
  a { color: #0b57d0; text-decoration: underline; }
  html[data-dark] a { color: #8ab4f8; }
  .picture { display: inline-block; padding: 8px; border: 1px dashed #888; color: inherit; }
`

/**
 * A mail as its reader sees it: in a document of its own in which nothing runs, built node by node. Its inline styles are
 * set by script, for the page's policy refuses them as attributes; pictures, which would be loaded from elsewhere, are
 * shown by their descriptions.
 */
export function MailFrame({ title, html, face = "wide" }: MailFrameProps) {
  const t = useText()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const inside = frame.current?.contentDocument
    const view = frame.current?.contentWindow
    if (frame.current == null || inside == null || view == null) return
    fill(inside, { html, isDark: face === "dark", picture: t("Picture") })
    frame.current.style.blockSize = `${inside.documentElement.scrollHeight}px`
  }, [html, face, t])
  return (
    <div className="ui-mail-frame" data-face={face}>
      <iframe ref={frame} sandbox="allow-same-origin" title={title} />
    </div>
  )
}

interface Filling {
  html: string
  isDark: boolean
  picture: string
}

function fill(inside: Document, { html, isDark, picture }: Filling): void {
  const Sheet = inside.defaultView?.CSSStyleSheet
  const isPlain = "adoptedStyleSheets" in inside && inside.adoptedStyleSheets.length === 0
  if (Sheet !== undefined && isPlain) {
    const sheet = new Sheet()
    sheet.replaceSync(LOOK)
    inside.adoptedStyleSheets = [sheet]
  }
  inside.documentElement.toggleAttribute("data-dark", isDark)
  inside.body.replaceChildren(...parseMarkup(html).map((node) => built(inside, node, picture)))
}

function built(inside: Document, node: Markup, picture: string): Node {
  if (typeof node === "string") return inside.createTextNode(node)
  if (node.tag === "img") {
    const shown = inside.createElement("span")
    shown.className = "picture"
    shown.textContent = node.attributes["alt"] ?? picture
    return shown
  }
  const children = node.children.map((child) => built(inside, child, picture))
  if (!isMailTag(node.tag)) {
    const pieces = inside.createDocumentFragment()
    pieces.append(...children)
    return pieces
  }
  const element = inside.createElement(node.tag)
  for (const [name, value] of Object.entries(node.attributes)) {
    // A link in a preview shows where it leads, and leads nowhere.
    if (name === "style") element.style.cssText = value
    else if (name === "href") element.title = value
    else if (!name.startsWith("on") && name !== "src") element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}
