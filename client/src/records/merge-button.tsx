import { useState } from "react"

import { useText } from "#client/ui/text.tsx"

import { ActionButton } from "./action-button.tsx"
import type { MergeDialog, MergeProps } from "./merge-dialog.tsx"
import type { Recorded } from "./noun.ts"

/** Opens the dialog in which another record takes the place of this one; it is fetched when it is first opened. */
export function MergeButton<Row extends Recorded>(
  props: MergeProps<Row> & { whyNot: string | null },
) {
  const { whyNot, ...rest } = props
  const t = useText()
  const [open, setOpen] = useState<{ Dialog: typeof MergeDialog } | null>(null)
  const show = async () => {
    const { MergeDialog: Dialog } = await import("./merge-dialog.tsx")
    setOpen({ Dialog })
  }
  return (
    <>
      <ActionButton aria-haspopup="dialog" onClick={() => void show()} whyNot={whyNot}>
        {t("Merge…")}
      </ActionButton>
      {open === null ? null : <open.Dialog {...rest} onClose={() => setOpen(null)} />}
    </>
  )
}
