import { type RefObject, useLayoutEffect, useRef, useState } from "react"

/** The width of an element in pixels, as it changes; `fallback` on the server and until the element is measured. */
export function useWidth<T extends HTMLElement>(fallback: number): [RefObject<T | null>, number] {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(fallback)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || typeof ResizeObserver === "undefined") return undefined
    const measure = () => setWidth(Math.round(element.clientWidth) || fallback)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [fallback])
  return [ref, width]
}
