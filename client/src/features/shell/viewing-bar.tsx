import { useEffect, useState, useSyncExternalStore } from "react"

import { type DateStyle, formatDateTime } from "#client/lib/format/date.ts"
import type { SessionView, Viewing } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { actions, paths } from "#client/paths.ts"
import { leaveFor, reloadPage } from "#client/services/busy.ts"
import { usePage } from "#client/services/page.tsx"
import { viewingOver } from "#client/services/session/viewing.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

interface BarProps {
  session: SessionView
  style: DateStyle
  /** Whether the server answers this page no more, see {@link useIsOver}. */
  isOver: boolean
}

/** Timers end after 24.8 days; a view ends long before that. */
const LONGEST_MS = 2 ** 31 - 1

/** Says on every page under which other rights it is shown, and leads back. */
export function ViewingBar({ session, style, isOver }: BarProps) {
  const t = useText()
  const { viewing } = session
  if (isOver) return <OverBar session={session} />
  if (viewing === null) return null
  return (
    <aside aria-label={t("Read-only view")}>
      <Banner className="sh-viewing" tone="warning">
        <span>
          {viewing.kind === "role"
            ? t.nodes("You are viewing as {role}. Nothing can be changed.", {
                role: <bdi>{viewing.name}</bdi>,
              })
            : t.nodes("You are visiting {company} as support until {time}.", {
                company: <bdi>{viewing.name}</bdi>,
                time: <time dateTime={viewing.until}>{formatDateTime(viewing.until, style)}</time>,
              })}
        </span>
        <form action={actions.endViewing()} method="post">
          <Button submits>
            {viewing.kind === "role" ? t("Stop viewing") : t("Leave company")}
          </Button>
        </form>
      </Banner>
    </aside>
  )
}

/** Nothing of the page is true any more: the server answers it only once it is opened again. */
function OverBar({ session: { viewing, company } }: { session: SessionView }) {
  const t = useText()
  const leave = () => {
    // What is shown belongs to a company that is no longer open.
    if (viewing?.kind === "support") leaveFor(paths.contract(company._id))
    else reloadPage()
  }
  return (
    <aside aria-label={t("Read-only view")}>
      <Banner className="sh-viewing" role="alert" tone="danger">
        <span>{t(overText(viewing))}</span>
        <Button onClick={leave}>
          {viewing?.kind === "support" ? t("Leave company") : t("Reload page")}
        </Button>
      </Banner>
    </aside>
  )
}

function overText(viewing: Viewing | null): string {
  if (viewing === null) return msg("Your view has changed in another tab. Reload the page.")
  return viewing.kind === "role"
    ? msg("Viewing as another role has ended. Reload the page.")
    : msg("Support access has ended.")
}

/** Whether the view has ended or another has taken its place, as the server says it or the clock. */
export function useIsOver(viewing: Viewing | null): boolean {
  const { env } = usePage()
  const [isLate, setIsLate] = useState(false)
  const until = viewing?.until
  useEffect(() => {
    if (until === undefined) return undefined
    const left = Date.parse(until) - Date.parse(env.now)
    const timer = setTimeout(() => setIsLate(true), Math.min(Math.max(0, left), LONGEST_MS))
    return () => clearTimeout(timer)
  }, [until, env.now])
  const isRefused = useSyncExternalStore(viewingOver.subscribe, viewingOver.get, () => false)
  return isRefused || isLate
}
