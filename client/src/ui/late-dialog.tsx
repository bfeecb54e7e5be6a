import { type ComponentProps, useEffect, useRef, useState } from "react"

import { Dialog } from "./dialog.tsx"
import { focusFirst } from "./focus-first.ts"

/** A dialog whose content is drawn from its first opening on, so that the code of it can be fetched then. */
export function LateDialog({ children, ...rest }: ComponentProps<typeof Dialog>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [wasOpened, setOpened] = useState(false)
  useEffect(() => {
    const element = dialog.current
    if (element === null || wasOpened) return undefined
    const look = () => {
      if (!element.open) return
      setOpened(true)
      const body = element.querySelector(".ui-dialog-body")
      if (body !== null) focusFirst(body)
    }
    look()
    // The browser opens it by itself, also before there is any script.
    const opening = new MutationObserver(look)
    opening.observe(element, { attributeFilter: ["open"] })
    return () => opening.disconnect()
  }, [wasOpened])
  return (
    <Dialog {...rest} ref={dialog}>
      {wasOpened ? children : null}
    </Dialog>
  )
}
