/**
 * Waits until a press has ended.
 *
 * A field that is left for a button loses the focus while the pointer is down. What it shows then may move the button away, and
 * the press would do nothing.
 */
export function afterPress(deed: () => void): void {
  if (document.querySelector(":is(button, a, label, summary, [role=option]):active") === null) {
    deed()
    return
  }
  const end = () => {
    removeEventListener("pointerup", end, true)
    removeEventListener("pointercancel", end, true)
    // After the click that follows.
    setTimeout(deed)
  }
  addEventListener("pointerup", end, true)
  addEventListener("pointercancel", end, true)
}
