import { useRef, useState } from "react"

import { dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import { reasonOf } from "#client/lib/problem.ts"
import type { SessionUser } from "#client/lib/session.ts"
import { type Phrase, msg } from "#client/lib/words.ts"
import type { Need } from "#client/services/page.tsx"
import {
  type Ending,
  type OpenSession,
  useOpenSessions,
} from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { type Say, useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

interface SessionsProps {
  need: Need<readonly OpenSession[]>
  user: SessionUser
  /** Zone of the user. */
  timeZone: string
  /** Instant of the render. */
  now: string
}

/** Where I am signed in, and the way out of each place. */
export function SessionsCard({ need, ...reader }: SessionsProps) {
  const t = useText()
  if (need.status === "failed") {
    return (
      <ErrorPanel
        onRetry={need.retry}
        problem={need.problem}
        title={t("Couldn't load your sessions.")}
      />
    )
  }
  return (
    <Card id="sessions" title={t("Where you are signed in")}>
      {need.status === "pending" ? <Skeleton /> : <Sessions rows={need.data} {...reader} />}
    </Card>
  )
}

type Reader = Omit<SessionsProps, "need">

function Sessions({ rows, ...reader }: Reader & { rows: readonly OpenSession[] }) {
  const t = useText()
  const { end, endOthers } = useOpenSessions()
  const [busy, setBusy] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const others = rows.filter(({ isCurrent }) => !isCurrent).length

  const press = async (what: string, work: () => Promise<Ending>, done: Phrase) => {
    setBusy(what)
    const ending = await work()
    setBusy(null)
    if (ending.status === "failed") {
      toast.error(reasonOf(ending.problem))
      return
    }
    toast.success(done)
    // The button that was pressed is gone with its row.
    list.current?.focus()
  }
  return (
    <>
      <ul aria-label={t("Places")} ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <li className="ui-entry" key={row._id}>
            <SessionText row={row} {...reader} />
            {row.isCurrent ? null : (
              <Button
                aria-label={t("Sign out {browser}, {place}", {
                  browser: row.browser,
                  place: placeText(row, t),
                })}
                onClick={() =>
                  void press(row._id, () => end(row._id), {
                    text: msg("{browser} signed out."),
                    values: { browser: row.browser },
                  })
                }
                pending={busy === row._id ? t("Signing out…") : null}
              >
                {t("Sign out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others === 0 ? null : (
        <div className="ui-entry st-session-all">
          <p className="ui-setting-text ui-setting-hint">
            {t("Don't recognise a session? Sign it out, then change your password.")}
          </p>
          <Button
            onClick={() => void press("all", endOthers, msg("Signed out everywhere else."))}
            pending={busy === "all" ? t("Signing out…") : null}
          >
            {t("Sign out everywhere else")}
          </Button>
        </div>
      )}
    </>
  )
}

function SessionText({ row, user, timeZone, now }: Reader & { row: OpenSession }) {
  const t = useText()
  const began = (
    <Instant dateTime={row.startedAt}>
      {formatDateTime(row.startedAt, dateStyle(timeZone, user))}
    </Instant>
  )
  return (
    <div className="ui-setting-text">
      <p className="ui-setting-name">
        {row.browser} {row.isCurrent ? <Tag tone="ok">{t("This browser")}</Tag> : null}
      </p>
      <p className="ui-setting-hint">
        {row.isCurrent
          ? t.nodes("Current session, signed in {began}", { began })
          : t.nodes("Last used {ago}, signed in {began}", {
              ago: t.phrase(relativePhrase(row.lastSeenAt, now)),
              began,
            })}
      </p>
      <p className="ui-setting-hint">
        <bdi>{placeText(row, t)}</bdi>
      </p>
    </div>
  )
}

function placeText({ ip }: OpenSession, t: Say): string {
  return ip === null ? t("unknown address") : t("from {address}", { address: ip })
}
