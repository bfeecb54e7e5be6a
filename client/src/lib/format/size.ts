/** Sizes of contents as people read them: decimal units, as the drive's limits are told. */
import { formatNumber } from "./number.ts"

const UNITS = ["B", "kB", "MB", "GB"]

/** `57 B`, `1.2 MB`: at most one decimal place, none above ten. */
export function formatSize(bytes: number, locale: string): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const decimals = unit > 0 && value < 9.95 ? 1 : 0
  return `${formatNumber(value, locale, decimals)}\u00A0${UNITS[unit] ?? ""}`
}
