import type { AsOf } from "client/services/records.ts"

/** A contact as it was. */
export function sampleAsOf(mark: string, at: string): AsOf {
  return {
    at,
    createdAt: at,
    fields: { kind: "person", displayName: mark, firstName: mark, emails: [], tags: [] },
    isDeleted: true,
    unknown: [{ path: "/notes", why: "unrecorded" }],
    differences: [
      { path: "/displayName", was: mark, now: `${mark}-0` },
      { path: "/emails", was: [], now: [{ address: mark }] },
      { path: "/mergedInto", was: null, now: mark },
    ],
    version: 1,
    last: null,
  }
}
