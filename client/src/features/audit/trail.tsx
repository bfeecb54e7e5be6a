import type { ReactNode } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import { isForbidden } from "#client/lib/problem.ts"
import type { Need } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"

import type { AuditRow } from "./audit-data.ts"
import { Entries } from "./audit-entries.tsx"

interface TrailProps {
  need: Need<readonly AuditRow[]>
  style: DateStyle
  /** Behind a cursor; the newest entries are elsewhere. */
  isFurther: boolean
  /** Addresses of the newest part and of the one that begins there. */
  href: (after: string) => string
  isOfOne?: boolean
  /** What to say when there is no entry. */
  empty: { title: string; children?: ReactNode }
}

/** A part of the trail in all its states, with the ways to older and to the newest entries. */
export function Trail({ need, style, isFurther, href, isOfOne, empty }: TrailProps) {
  const t = useText()
  if (need.status === "pending") return <TrailSkeleton />
  if (need.status === "failed") {
    const isRefused = need.problem.status === 422
    const right = isForbidden(need.problem) ? (need.problem.permission ?? "audit:view") : undefined
    return (
      <ErrorPanel
        detail={isRefused ? t("The address contains an unknown filter.") : need.problem.detail}
        errorId={need.problem.instance}
        grantedBy={need.problem.grantedBy}
        onRetry={isRefused || right !== undefined ? undefined : need.retry}
        right={right}
        title={
          right === undefined
            ? t("Couldn't load the audit history.")
            : t("You don't have permission to see the audit history.")
        }
      />
    )
  }
  if (need.data.length === 0) return <EmptyState icon="clock" {...empty} />
  return (
    <>
      <Entries isOfOne={isOfOne ?? false} rows={need.data} style={style} />
      {isFurther || need.next !== undefined ? (
        <nav aria-label={t("Pages of the audit history")} className="au-parts">
          {isFurther ? (
            <a className={buttonClass()} href={href("")}>
              {t("Newest entries")}
            </a>
          ) : null}
          {need.next === undefined ? null : (
            <a className={buttonClass()} href={href(need.next)} rel="next">
              {t("Older entries")}
              <Icon height="16" name="chevron-end" width="16" />
            </a>
          )}
        </nav>
      ) : null}
    </>
  )
}

const PLACES = Array.from({ length: 12 }, (_, place) => place)

function TrailSkeleton() {
  return (
    <ol aria-busy="true" className="au-list">
      {PLACES.map((place) => (
        <li className="au-entry" key={place}>
          <div className="au-row">
            <Skeleton width="half" />
            <Skeleton width="half" />
          </div>
        </li>
      ))}
    </ol>
  )
}
