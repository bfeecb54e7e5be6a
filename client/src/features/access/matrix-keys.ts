/** Moving through the matrix by arrow keys: one of its controls is reached by Tab, the arrows lead to the others. */
import type { KeyboardEvent } from "react"

const CONTROLS = "[data-row][data-col]:not(:disabled)"

/** Moves the focus as the key says; every other key keeps its meaning. */
export function moveInMatrix(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey, altKey } = event
  if (!(target instanceof HTMLElement) || ctrlKey || metaKey || altKey) return
  const isMirrored = getComputedStyle(currentTarget).direction === "rtl"
  const next = nextControl([...currentTarget.querySelectorAll<HTMLElement>(CONTROLS)], target, {
    key: isMirrored ? mirrored(key) : key,
    isSelect: target instanceof HTMLSelectElement,
  })
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Where the key leads; up and down stay in the column, or come as close as the row allows. */
export function nextControl(
  all: readonly HTMLElement[],
  from: HTMLElement,
  { key, isSelect }: { key: string; isSelect: boolean },
): HTMLElement | undefined {
  const [row, column] = [rowOf(from), columnOf(from)]
  const line = all.filter((it) => rowOf(it) === row)
  const at = line.indexOf(from)
  if (key === "ArrowRight") return line[at + 1]
  if (key === "ArrowLeft") return line[at - 1]
  if (key === "Home") return line[0]
  if (key === "End") return line.at(-1)
  // A choice has its own use for them.
  if (isSelect || (key !== "ArrowDown" && key !== "ArrowUp")) return undefined
  const other = all.filter((it) => rowOf(it) === row + (key === "ArrowDown" ? 1 : -1))
  return other.findLast((it) => columnOf(it) <= column) ?? other[0]
}

function rowOf(element: HTMLElement): number {
  return Number(element.dataset["row"])
}

function columnOf(element: HTMLElement): number {
  return Number(element.dataset["col"])
}

function mirrored(key: string): string {
  if (key === "ArrowLeft") return "ArrowRight"
  return key === "ArrowRight" ? "ArrowLeft" : key
}
