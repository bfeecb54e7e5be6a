/** The words for a box of the matrix that cannot be changed. */
import { ACTION_NAMES } from "#client/lib/right-names.ts"
import type { Say } from "#client/ui/text.tsx"

import type { Lock } from "./matrix-model.ts"

/** Why a box cannot be changed, as a sentence. */
export function lockText(t: Say, lock: Lock): string {
  switch (lock.why) {
    case "read-only":
      return t("You cannot change this role.")
    case "always":
      return t("Everyone has this permission.")
    case "beyond":
      return t("You cannot grant this permission because you do not have it.")
    case "implied":
      return t("Includes: {permissions}", {
        permissions: lock.by.map((action) => t(ACTION_NAMES[action])).join(", "),
      })
    default:
      return lock satisfies never
  }
}
