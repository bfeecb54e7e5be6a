import { useState } from "react"
import type { DragEvent, ReactNode } from "react"

import { FILES } from "#client/services/drive/transfer.ts"
import type { Target } from "#client/services/drive/transfer.ts"
import { startTransfers } from "#client/services/drive/uploads.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { classNames } from "#client/ui/class-names.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

/** Starts sending contents to a place; every list of files asks anew for each that has arrived. */
export function useUpload(target: Target): (contents: readonly File[]) => void {
  const { queries } = useVisit()
  return (contents) => startTransfers(contents, target, () => void forgetRecords(queries, FILES))
}

interface DropZoneProps {
  /** Nothing can be dropped then. */
  isClosed: boolean
  onDrop: (contents: readonly File[]) => void
  children: ReactNode
}

/** An area onto which files can be dropped; choosing them by the button does the same. */
export function DropZone({ isClosed, onDrop, children }: DropZoneProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (isClosed || !event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    event.dataTransfer.dropEffect = "copy"
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    if (isClosed) return
    event.preventDefault()
    setOver(false)
    onDrop([...event.dataTransfer.files])
  }
  return (
    <div
      className={classNames("fl-zone", isOver && "fl-over")}
      onDragLeave={(event) => {
        if (
          !(
            event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
          )
        )
          setOver(false)
      }}
      onDragOver={over}
      onDrop={drop}
    >
      {children}
      {isOver ? (
        <p aria-hidden="true" className="fl-here">
          <Icon name="upload" />
          {t("Drop the files here")}
        </p>
      ) : null}
    </div>
  )
}
