import { useEffect } from "react"

/** A press on a code, an address or a number copies it (ux.md 2). */
export function CopyClicks() {
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("[data-copy]") === null) return
      const { copiedBy, copyText } = await import("#client/services/copying.ts")
      const element = copiedBy(target)
      if (element !== null) await copyText(element)
    }
    const listener = (event: MouseEvent) => void press(event)
    document.addEventListener("click", listener)
    return () => document.removeEventListener("click", listener)
  }, [])
  return null
}
