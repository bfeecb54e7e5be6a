import { useEffect, useRef } from "react"

/** Opens a dialog as soon as it is on the page; the ref goes to the dialog or to anything inside. */
export function useOpened<Inside extends HTMLElement>() {
  const inside = useRef<Inside>(null)
  useEffect(() => {
    const dialog = inside.current?.closest("dialog")
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }, [])
  return inside
}
