import { ACTION_NAMES, RESOURCE_NAMES, SCOPE_NAMES } from "#client/lib/right-names.ts"
import { type RightChange } from "#client/lib/rights.ts"
import { Button } from "#client/ui/button.tsx"
import { type Say, useText } from "#client/ui/text.tsx"

interface RightChangesProps {
  changes: readonly RightChange[]
  onUndo: (() => void) | null
}

/** What saving would change, before it does. */
export function RightChanges({ changes, onUndo }: RightChangesProps) {
  const t = useText()
  return (
    <section aria-live="polite" className="am-changes">
      {changes.length === 0 ? null : (
        <>
          <header className="am-changes-head">
            <h3>
              {t.count(
                changes.length,
                "{count} permission will change",
                "{count} permissions will change",
              )}
            </h3>
            {onUndo === null ? null : (
              <Button look="quiet" onClick={onUndo}>
                {t("Undo all")}
              </Button>
            )}
          </header>
          <ChangeList changes={changes} />
        </>
      )}
    </section>
  )
}

/** Rights that differ, one by one. */
export function ChangeList({ changes }: { changes: readonly RightChange[] }) {
  const t = useText()
  return (
    <ul className="am-change-list">
      {changes.map((change) => (
        <li
          className={`am-change am-change-${kindOf(change)}`}
          key={`${change.resource}:${change.action}`}
        >
          <span className="am-change-right">
            {t("{resource}: {action}", {
              resource: t(RESOURCE_NAMES[change.resource]),
              action: t(ACTION_NAMES[change.action]),
            })}
          </span>
          <span className="am-change-what">{changeText(t, change)}</span>
        </li>
      ))}
    </ul>
  )
}

function kindOf({ before, after }: RightChange): "new" | "gone" | "moved" {
  if (before === undefined) return "new"
  return after === undefined ? "gone" : "moved"
}

function changeText(t: Say, { before, after }: RightChange): string {
  if (after === undefined) return t("removed")
  const scope = t(SCOPE_NAMES[after])
  if (before === undefined) return t("added: {scope}", { scope })
  return t("{before} → {after}", { before: t(SCOPE_NAMES[before]), after: scope })
}
