/** A column is taken by its edge and made wider or narrower: loaded when the pointer first comes near one. */
import { NARROWEST } from "./columns.ts"
// One file of the build with these: see base.ts.
import "./list-page.tsx"

/** Widths in pixels by the ids of columns. */
export type Widths = Record<string, number>

/** Follows the pointer until it lets go; gives the widths of all columns, `null` when nothing was moved. */
export function resizeColumn(handle: HTMLElement, start: number): Promise<Widths | null> {
  const head = handle.closest("th")
  const table = handle.closest("table")
  if (head === null || table === null) return Promise.resolve(null)
  const widths = widthsOf(table)
  const id = head.dataset["column"] ?? ""
  const first = widths[id] ?? NARROWEST
  const sign = getComputedStyle(head).direction === "rtl" ? -1 : 1
  let isMoved = false
  return new Promise((resolve) => {
    const stop = new AbortController()
    const { signal } = stop
    const end = () => {
      stop.abort()
      resolve(isMoved ? widths : null)
    }
    document.addEventListener(
      "pointermove",
      ({ clientX }) => {
        if (!isMoved && Math.abs(clientX - start) < 3) return
        isMoved = true
        widths[id] = Math.max(NARROWEST, first + (clientX - start) * sign)
        show(table, widths)
      },
      { signal },
    )
    document.addEventListener("pointerup", end, { signal })
    document.addEventListener("pointercancel", end, { signal })
  })
}

function show(table: HTMLTableElement, widths: Widths): void {
  table.classList.add("rc-sized")
  for (const col of table.querySelectorAll("col")) {
    const width = widths[col.dataset["column"] ?? ""]
    if (width !== undefined) col.width = String(Math.round(width))
  }
}

function widthsOf(table: HTMLTableElement): Widths {
  const heads = [...table.querySelectorAll<HTMLElement>("th[data-column]")]
  return Object.fromEntries(
    heads.map((head) => [head.dataset["column"] ?? "", head.getBoundingClientRect().width]),
  )
}
