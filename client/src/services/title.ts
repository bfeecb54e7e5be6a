/** The title of the document: what the page is called, and the product. */
import { useEffect } from "react"

export function setTitle(name: string): void {
  document.title = `${name} · Waybill`
}

/** The page is called so while this is there; `null` leaves what its route is called. */
export function useTitle(name: string | null): void {
  // After a navigation has set the route's own, which is done before the paint.
  useEffect(() => {
    if (name !== null) setTitle(name)
  }, [name])
}
