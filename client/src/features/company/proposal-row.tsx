import { useState } from "react"
import type { ReactNode } from "react"

import type { Values } from "#client/records/fields.ts"
import type { CountryProposal } from "#client/services/country-proposal.ts"
import { Button } from "#client/ui/button.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

/** What each row is drawn from. */
export interface ProposalProps {
  proposal: CountryProposal
  /** Its name in the reader's language. */
  country: string
  values: Values
  change: (name: string, value: unknown) => void
}

interface RowProps {
  label: string
  shown: ReactNode
  reason: ReactNode
  act?: ReactNode
  children?: ReactNode
}

/** What is proposed, why, and what can be done about it. */
export function Row({ label, shown, reason, act, children }: RowProps) {
  return (
    <li>
      <div className="co-proposal">
        <span className="co-proposal-label">{label}</span>
        <bdi className="co-proposal-value">{shown}</bdi>
        <span className="co-proposal-reason">{reason}</span>
        {children}
      </div>
      {act}
    </li>
  )
}

/** A button that keeps the focus once it was pressed; what was in use from the start is said alone. */
export function Take({
  isTaken,
  shown,
  onTake,
}: {
  isTaken: boolean
  shown: string
  onTake: () => void
}) {
  const t = useText()
  const [isPressed, setPressed] = useState(false)
  if (isTaken && !isPressed) return <Tag tone="ok">{t("In use")}</Tag>
  return (
    <Button
      aria-disabled={isTaken}
      onClick={() => {
        if (isTaken) return
        setPressed(true)
        onTake()
      }}
    >
      {isTaken ? t("In use") : t("Use {value}", { value: shown })}
    </Button>
  )
}
