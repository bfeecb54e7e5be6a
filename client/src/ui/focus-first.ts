/** The focus of what has just been opened: on the first thing in it that can be used, also when that is still on its way. */
const USABLE =
  "a[href], input:not([type=hidden], [hidden]), select, textarea, button, [contenteditable=true]"

/** Once it is there, and unless the focus has gone elsewhere meanwhile. */
export function focusFirst(inside: Element): void {
  const first = inside.querySelector<HTMLElement>(USABLE)
  if (first !== null) {
    first.focus()
    return
  }
  const from = document.activeElement
  const arrival = new MutationObserver(() => {
    const come = inside.querySelector<HTMLElement>(USABLE)
    if (come === null) return
    arrival.disconnect()
    const now = document.activeElement
    if (now === from || !inside.contains(now)) come.focus()
  })
  arrival.observe(inside, { childList: true, subtree: true })
}
