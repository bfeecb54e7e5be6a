/** From the edges of the window, in CSS pixels. */
const MARGIN = 8

/** Puts a popover below an element, or above where there is no room, and always into the window. */
export function placeBeside(popover: HTMLElement, element: Element): void {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const isRtl = getComputedStyle(element).direction === "rtl"
  const isBelow = bottom + height + 2 * MARGIN <= innerHeight || top < height + 2 * MARGIN
  popover.style.left = `${within(isRtl ? right - width : left, innerWidth - width)}px`
  popover.style.top = `${within(isBelow ? bottom + MARGIN / 2 : top - height - MARGIN / 2, innerHeight - height)}px`
}

function within(at: number, room: number): number {
  return Math.max(MARGIN, Math.min(at, room - MARGIN))
}
