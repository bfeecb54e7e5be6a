/** How values are written for the reader of this page. */
import { dateStyle } from "#client/lib/format/date.ts"
import { type Need, usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Look } from "./noun.ts"

/** How long ago something was, is told as of when the need was read. */
export function useLook(need?: Need<unknown>): Look {
  const { env, session } = usePage()
  const t = useText()
  const now = need?.status === "ready" ? new Date(need.at).toISOString() : env.now
  return { t, locale: env.locale, style: dateStyle(env.timeZone, session?.user), now }
}
