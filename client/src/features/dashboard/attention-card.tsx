import type { ReactNode } from "react"
import { Link } from "react-router"

import { type DateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import { paths, recordPath } from "#client/paths.ts"
import { showLetters } from "#client/services/mail/compose.ts"
import type { Need } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"
import { Countdown, Time } from "#client/ui/time.tsx"

import { ATTENTION, importOf } from "./attention-words.ts"
import type { AttentionGroup, AttentionItem } from "./dashboard-data.ts"

interface AttentionProps {
  attention: Need<readonly AttentionGroup[]>
  userId: string
  style: DateStyle
  /** Milliseconds since the epoch. */
  now: number
}

/** What waits for the user: each leads to where it can be done. */
export function AttentionCard(props: AttentionProps) {
  const t = useText()
  const { attention } = props
  return (
    <Card id="attention" title={t("Needs your attention")}>
      {attention.status === "pending" ? (
        <Pending />
      ) : attention.status === "failed" ? (
        <ErrorPanel
          onRetry={attention.retry}
          problem={attention.problem}
          title={t("Couldn't load what needs your attention")}
        />
      ) : attention.data.length === 0 ? (
        <EmptyState icon="check" title={t("Nothing needs your attention")}>
          <p>{t("Assigned issues, failed mails and expiring invitations appear here.")}</p>
        </EmptyState>
      ) : (
        attention.data.map((group) => <Group {...props} group={group} key={group.kind} />)
      )}
    </Card>
  )
}

function Group({
  group,
  userId,
  style,
  now,
}: Omit<AttentionProps, "attention"> & { group: AttentionGroup }) {
  const t = useText()
  const { icon, counted, part } = ATTENTION[group.kind]
  const [one, many] = counted
  const all = group.kind === "assignedIssue" ? paths.issues({ filter: assignedTo(userId) }) : null
  const title = t.count(group.count, one, many)
  return (
    <section aria-label={title} className="db-attention">
      <h3>
        <Icon name={icon} />
        {all === null ? title : <Link to={all}>{title}</Link>}
      </h3>
      <ul>
        {group.items.map((item) => (
          <li className="db-item" key={item._id}>
            <Place kind={group.kind} item={item} part={part}>
              <bdi>{group.kind === "faultyImport" ? t(importOf(item.label).name) : item.label}</bdi>
            </Place>
            <span className={item.isDeadline && isPast(item, now) ? "db-late" : "db-note"}>
              <Time
                exact={formatDateTime(item.at, style)}
                instant={item.at}
                relative={
                  item.isDeadline ? (
                    <Countdown instant={item.at} now={now} />
                  ) : (
                    t.phrase(relativePhrase(item.at, now))
                  )
                }
              />
            </span>
          </li>
        ))}
      </ul>
      {group.count > group.items.length && all === null ? (
        <p className="db-note">
          {t.count(group.count - group.items.length, "and {count} more", "and {count} more")}
        </p>
      ) : null}
    </section>
  )
}

interface PlaceProps {
  kind: AttentionGroup["kind"]
  item: AttentionItem
  /** The part of the mail dialog in which it is. */
  part: "drafts" | "sent" | null
  children: ReactNode
}

/** The way to the item: a page, or the mail dialog. */
function Place({ kind, item, part, children }: PlaceProps) {
  if (part !== null) {
    return (
      <button className="ui-link" onClick={() => showLetters(part)} type="button">
        {children}
      </button>
    )
  }
  const path =
    kind === "faultyImport"
      ? importOf(item.label).path
      : recordPath(kind === "assignedIssue" ? "issue" : "user", item._id)
  return path === null ? <span>{children}</span> : <Link to={path}>{children}</Link>
}

function isPast({ at }: AttentionItem, now: number): boolean {
  return Date.parse(at) < now
}

function Pending() {
  return (
    <div aria-busy="true" className="db-attention">
      <Skeleton width="half" />
      <Skeleton />
      <Skeleton />
    </div>
  )
}

/** Of the list of issues: those that are open and the user's. */
function assignedTo(userId: string): readonly string[] {
  return [`assigneeId:eq:${userId}`, "status:ne:resolved", "status:ne:closed"]
}
