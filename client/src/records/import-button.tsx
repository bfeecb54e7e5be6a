import { useState } from "react"

import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { ActionButton } from "./action-button.tsx"
import type { ImportDialog } from "./import-dialog.tsx"
import type { Noun, Recorded } from "./noun.ts"

interface ImportButtonProps<Row extends Recorded> {
  noun: Noun<Row>
  whyNot: string | null
}

/** Opens the import, which is fetched when it is first opened. */
export function ImportButton<Row extends Recorded>({ noun, whyNot }: ImportButtonProps<Row>) {
  const t = useText()
  const [open, setOpen] = useState<{ Dialog: typeof ImportDialog } | null>(null)
  const show = async () => {
    const { ImportDialog: Dialog } = await import("./import-dialog.tsx")
    setOpen({ Dialog })
  }
  return (
    <>
      <ActionButton aria-haspopup="dialog" look="quiet" onClick={() => void show()} whyNot={whyNot}>
        <Icon height="16" name="upload" width="16" />
        {t("Import")}
      </ActionButton>
      {open === null ? null : <open.Dialog noun={noun} onClose={() => setOpen(null)} />}
    </>
  )
}
