import { useLayoutEffect, useRef } from "react"
import type { ReactNode } from "react"

import { Dialog } from "#client/ui/dialog.tsx"

interface SheetProps {
  id: string
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog at the foot of a narrow screen, there as long as it is open; the focus goes back to what opened it. */
export function Sheet({ id, title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  return (
    <Dialog
      className="rc-sheet"
      id={id}
      onClick={(event) => {
        // What lies outside of its content is the veil.
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
      onClose={onClose}
      // What was asked for is shown on the page.
      onSubmit={({ currentTarget }) => currentTarget.close()}
      ref={dialog}
      title={title}
    >
      {children}
    </Dialog>
  )
}
