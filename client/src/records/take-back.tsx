import { useState } from "react"

import { useVisit } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { useText } from "#client/ui/text.tsx"

import { ActionButton } from "./action-button.tsx"
import { takeBack } from "./batches.ts"

interface TakeBackProps {
  service: string
  batchId: string
  /** What is taken back, as the words of the button. */
  label: string
  whyNot: string | null
  /** What is to follow, besides that the records are read again. */
  onBack?: () => void
}

/** The way back from a batch. */
export function TakeBack({ service, batchId, label, whyNot, onBack }: TakeBackProps) {
  const t = useText()
  const { queries } = useVisit()
  const [isPending, setPending] = useState(false)
  const undo = async () => {
    setPending(true)
    try {
      await takeBack(queries, service, batchId)
      onBack?.()
    } catch (error) {
      toast.failure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <ActionButton
      look="quiet"
      onClick={() => void undo()}
      pending={isPending ? t("Undoing…") : null}
      whyNot={whyNot}
    >
      {label}
    </ActionButton>
  )
}
