import { Fragment, createElement } from "react"
import type { ReactNode } from "react"

import type { Markup } from "#client/lib/markup.ts"
import { isMailTag, pageName } from "#client/ui/editable.ts"

/** HTML of a mail as elements of the page: its structure, without colours, sizes and pictures of its own. */
export function MarkupNodes({ nodes }: { nodes: readonly Markup[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text do not move
  return nodes.map((node, index) => <Fragment key={index}>{draw(node)}</Fragment>)
}

function draw(node: Markup): ReactNode {
  if (typeof node === "string") return node
  const inside = node.children.length === 0 ? null : <MarkupNodes nodes={node.children} />
  if (!isMailTag(node.tag)) return inside
  const attributes = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [pageName(name), value]),
  )
  return createElement(node.tag, attributes, inside)
}
