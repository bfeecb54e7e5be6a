import type { ReactNode } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { useText } from "#client/ui/text.tsx"

/** Pairs of name and value, set like the boxes of a waybill. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classNames("ui-facts", className)}>{children}</dl>
}

interface FactProps {
  name: string
  /** Takes the room of two, where there is room. */
  wide?: boolean
  children: ReactNode
}

/** One box; what is not known is said, not left blank. */
export function Fact({ name, wide, children }: FactProps) {
  const t = useText()
  const empty = children == null || children === "" || children === false
  return (
    <div className={classNames("ui-fact", wide === true && "ui-fact-wide")}>
      <dt>{name}</dt>
      <dd>{empty ? <span className="ui-none">{t("Not set")}</span> : children}</dd>
    </div>
  )
}
