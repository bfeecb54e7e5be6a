import { useText } from "#client/ui/text.tsx"

import type { WayBack } from "./batches.ts"
import { TakeBack } from "./take-back.tsx"

interface UndoBatchProps {
  service: string
  way: WayBack
  /** Why the user may not undo it; `null` when nothing is in the way. */
  whyNot: string | null
}

/** Undoes a batch, or says why that is not possible, and what it leaves as it is. */
export function UndoBatch({ service, way, whyNot }: UndoBatchProps) {
  const t = useText()
  const { batchId, kind, hasMovedOn } = way
  if (way.whyNot !== null) return <p className="rc-muted">{t.phrase(way.whyNot)}</p>
  return (
    <div className="rc-way-back">
      <TakeBack
        batchId={batchId}
        label={
          kind === "merge"
            ? t("Undo merge")
            : kind === "import"
              ? t("Undo import")
              : t("Undo bulk change")
        }
        onBack={() => document.querySelector<HTMLElement>("h1")?.focus()}
        service={service}
        whyNot={whyNot}
      />
      {hasMovedOn ? (
        <p className="rc-muted">
          {t("This record was changed since and stays as it is; the rest is undone.")}
        </p>
      ) : null}
    </div>
  )
}
