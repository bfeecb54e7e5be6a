import type { ReactNode } from "react"

import { isNothing, pathText, piecesOf } from "#client/lib/change.ts"
import { classNames } from "#client/ui/class-names.ts"
import { useText } from "#client/ui/text.tsx"

export interface Change {
  /** JSON pointer or dotted path of the field. */
  path: string
  /** What people call the field; made from the path where it is missing. */
  label?: string
  old: unknown
  new: unknown
  /** The values are secret; that something changed is all that is told. */
  masked?: boolean
}

interface DiffProps {
  changes: readonly Change[]
  /** Without lines between, inside a row of something else. */
  dense?: boolean
}

/** Fields before and after: what was removed is struck through, what came is marked, and both are said in words. */
export function Diff({ changes, dense }: DiffProps) {
  const t = useText()
  return (
    <dl className={classNames("ui-diff", dense === true && "ui-diff-dense")}>
      {changes.map((change) => (
        <div className="ui-diff-row" key={change.path}>
          <dt>{change.label ?? (pathText(change.path) || t("All"))}</dt>
          <dd>
            <Values {...change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Values({ old, new: next, masked }: Change) {
  const t = useText()
  if (masked === true) return <span className="ui-none">{t("Changed. The value is hidden.")}</span>
  const removed = isNothing(old)
  const added = isNothing(next)
  if (removed && added) return <span className="ui-none">{t("Empty")}</span>
  if (removed) return <Value kind="new" value={next} />
  if (added) return <Value kind="gone" value={old} />
  if (typeof old === "string" && typeof next === "string" && isLong(old, next)) {
    return <Prose after={next} before={old} />
  }
  if (Array.isArray(old) && Array.isArray(next)) return <Items after={next} before={old} />
  return (
    <>
      <Value kind="gone" value={old} />
      <span aria-hidden="true" className="ui-diff-arrow">
        →
      </span>
      <Value kind="new" value={next} />
    </>
  )
}

function Value({ kind, value }: { kind: "gone" | "new"; value: unknown }) {
  return (
    <Marked kind={kind}>
      <Plain value={value} />
    </Marked>
  )
}

/** The element's own meaning is not read out by most screen readers, so the word is there, too. */
function Marked({ kind, children }: { kind: "gone" | "new"; children: ReactNode }) {
  const t = useText()
  return kind === "gone" ? (
    <del className="ui-diff-gone">
      <span className="u-hidden">{t("Removed:")} </span>
      {children}
    </del>
  ) : (
    <ins className="ui-diff-new">
      <span className="u-hidden">{t("Added:")} </span>
      {children}
    </ins>
  )
}

/** Long texts: only the words that differ are marked. */
function Prose({ before, after }: { before: string; after: string }) {
  return (
    <span className="ui-diff-prose">
      {piecesOf(before, after).map(({ kind, text }, index) =>
        kind === "same" ? (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a change do not move
          <span key={index}>{text}</span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a change do not move
          <Marked key={index} kind={kind}>
            {text}
          </Marked>
        ),
      )}
    </span>
  )
}

/** Lists: what left, then what came; what stayed is not repeated. */
function Items({ before, after }: { before: readonly unknown[]; after: readonly unknown[] }) {
  const t = useText()
  const [old, next] = [texts(before), texts(after)]
  const gone = before.filter((item) => !next.has(JSON.stringify(item)))
  const come = after.filter((item) => !old.has(JSON.stringify(item)))
  if (gone.length === 0 && come.length === 0) return <span>{t("Reordered")}</span>
  return (
    <span className="ui-diff-items">
      {gone.map((item) => (
        <Value key={`gone ${JSON.stringify(item)}`} kind="gone" value={item} />
      ))}
      {come.map((item) => (
        <Value key={`new ${JSON.stringify(item)}`} kind="new" value={item} />
      ))}
    </span>
  )
}

function texts(list: readonly unknown[]): Set<string> {
  return new Set(list.map((item) => JSON.stringify(item)))
}

/** A value as words; a record inside it as its filled members. */
function Plain({ value }: { value: unknown }) {
  const t = useText()
  if (isNothing(value)) return t("Empty")
  if (typeof value === "boolean") return value ? t("Yes") : t("No")
  if (typeof value === "string") return <bdi>{value}</bdi>
  if (typeof value === "number") return <bdi>{String(value)}</bdi>
  const members = Array.isArray(value)
    ? value.map((item, index) => ["", item, index] as const)
    : Object.entries(value ?? {}).flatMap(([name, item], index) =>
        isNothing(item) ? [] : [[name, item, index] as const],
      )
  return (
    <>
      {members.map(([name, item, index], place) => (
        <span key={index}>
          {name === "" ? null : `${pathText(name)}: `}
          <Plain value={item} />
          {place === members.length - 1 ? null : ", "}
        </span>
      ))}
    </>
  )
}

function isLong(before: string, after: string): boolean {
  return before.length > 60 || after.length > 60 || /\n/u.test(before + after)
}
