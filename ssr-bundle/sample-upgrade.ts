import type { Original } from "client/services/records.ts"
import type { components } from "client/wire/api.ts"

type LatestUpgrade = components["schemas"]["LatestUpgrade"]

/** A row that an upgrade changed, beside the company's version. */
export function sampleOriginal(mark: string): Original {
  return {
    isChanged: true,
    isWithdrawn: true,
    differences: [{ path: "/name", own: mark, original: `${mark}-0` }],
  }
}

/** An upgrade of two lists, of which the company uses one. */
export function sampleUpgrade(mark: string, appliedAt: string): LatestUpgrade {
  const counts = { added: 14, renamed: 3, edited: 1, withdrawn: 2 }
  const used = [{ _id: mark, label: mark, change: "renamed" as const }]
  return {
    appliedAt,
    lists: [
      { kind: "oceanport", ...counts, used },
      { kind: "country", ...counts, used: [] },
    ],
  }
}
