import { RESULTS, deedOf } from "#client/lib/deeds.ts"
import { formatDate, formatTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { paths, recordPath } from "#client/paths.ts"
import { Diff } from "#client/ui/diff.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import type { AuditRow } from "./audit-data.ts"
import { ACTORS, ORIGINS, kindText } from "./audit-words.ts"

interface EntriesProps {
  rows: readonly AuditRow[]
  style: DateStyle
  /** The trail of one record does not name it in each row. */
  isOfOne?: boolean
}

/** Entries under their days, the latest first; each opens to what changed, with and without script. */
export function Entries({ rows, style, isOfOne = false }: EntriesProps) {
  return (
    <div className="au-days">
      {daysOf(rows, style).map(({ day, entries }) => (
        <section aria-label={day} key={day}>
          <h2 className="au-day">{day}</h2>
          <ol className="au-list">
            {entries.map((row) => (
              <li key={row._id}>
                <Entry isOfOne={isOfOne} row={row} style={style} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Entry({ row, style, isOfOne }: { row: AuditRow; style: DateStyle; isOfOne: boolean }) {
  const t = useText()
  const { actor, entity, result, changes } = row
  const deed = deedOf(row.action)
  const outcome = RESULTS[result] ?? { text: result, tone: "danger" as const }
  return (
    <details className="au-entry">
      <summary className="au-row">
        <Instant className="au-time" dateTime={row.at} isPart>
          {formatTime(row.at, style)}
        </Instant>
        <b className="au-who">
          <bdi>{actor.name || t(ACTORS[actor.type] ?? actor.type)}</bdi>
          {actor.type === "support" ? (
            <>
              {" "}
              <Tag tone="warning">{t("Support")}</Tag>
            </>
          ) : null}
        </b>
        <span>
          <Tag tone={deed.tone}>{t(deed.text)}</Tag>
        </span>
        <span className="au-what">
          {isOfOne ? null : (
            <>
              <span className="au-kind">{kindText(entity.type, t)}</span>{" "}
              <bdi>{entity.label || entity.id}</bdi>
            </>
          )}
          {result === "ok" ? null : <Tag tone={outcome.tone}>{t(outcome.text)}</Tag>}
        </span>
        <span className="au-count">
          {changes.length === 0 ? null : t.count(changes.length, "{count} field", "{count} fields")}
        </span>
        <Icon className="au-mark" height="16" name="chevron-down" width="16" />
      </summary>
      <div className="au-more">
        {changes.length === 0 ? (
          <p className="au-note">{t("No fields changed.")}</p>
        ) : (
          <Diff changes={changes} />
        )}
        <Particulars row={row} />
      </div>
    </details>
  )
}

/** Where it came from, and ways on from here. */
function Particulars({ row }: { row: AuditRow }) {
  const t = useText()
  const { actor, action, entity, batchId } = row
  const record = action.startsWith("appAdmin.")
    ? paths.contract(entity.id)
    : recordPath(entity.type, entity.id)
  return (
    <>
      <Facts className="au-facts">
        <Fact name={t("Entry number")}>{String(row.seq)}</Fact>
        {actor.emailId === "" ? null : (
          <Fact name={t("E-mail address")}>
            <bdi>{actor.emailId}</bdi>
          </Fact>
        )}
        <Fact name={t("Via")}>{t(ORIGINS[row.origin] ?? row.origin)}</Fact>
        {row.ip === null ? null : (
          <Fact name={t("IP address")}>
            <bdi>{row.ip}</bdi>
          </Fact>
        )}
        {row.requestId === null ? null : (
          <Fact name={t("Request")}>
            <bdi className="au-id">{row.requestId}</bdi>
          </Fact>
        )}
        {row.reason === null ? null : (
          <Fact name={t("Reason")} wide>
            {row.reason}
          </Fact>
        )}
        {row.browser === null ? null : (
          <Fact name={t("Browser")} wide>
            <bdi>{row.browser}</bdi>
          </Fact>
        )}
      </Facts>
      <ul className="au-ways">
        {record === null ? null : (
          <li>
            <a href={record}>{t("Open record")}</a>
          </li>
        )}
        <li>
          <a href={paths.auditRecord(entity.type, entity.id)}>{t("All entries for this record")}</a>
        </li>
        {actor.id === null ? null : (
          <li>
            <a href={paths.audit({ filter: [`actor.id:eq:${actor.id}`] })}>
              {t("All entries by {name}", { name: actor.name })}
            </a>
          </li>
        )}
        {batchId === null ? null : (
          <li>
            <a href={paths.audit({ filter: [`batchId:eq:${batchId}`] })}>
              {t("All entries in this batch")}
            </a>
          </li>
        )}
      </ul>
    </>
  )
}

/** Runs of entries of the same day in the reader's zone. */
function daysOf(
  rows: readonly AuditRow[],
  style: DateStyle,
): { day: string; entries: AuditRow[] }[] {
  const days: { day: string; entries: AuditRow[] }[] = []
  for (const row of rows) {
    const day = formatDate(row.at, style)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(row)
    else days.push({ day, entries: [row] })
  }
  return days
}
