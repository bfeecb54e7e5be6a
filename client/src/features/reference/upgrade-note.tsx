import { formatDate } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { useLook } from "#client/records/use-look.ts"
import { useNeed } from "#client/services/page.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { Instant } from "#client/ui/time.tsx"
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]
type List = Wire["UpgradedList"]

interface UpgradeNoteProps {
  /** What the service calls a record of the list. */
  kind: string
  noun: { paths: { record?: (id: string) => string } }
}

const CHANGES: Readonly<Record<Wire["RowChange"], string>> = {
  renamed: msg("Renamed"),
  edited: msg("Changed"),
  withdrawn: msg("Withdrawn"),
}

/** What the latest upgrade changed about the list, with the rows that the company uses; from the need `upgrade`. */
export function UpgradeNote({ kind, noun: { paths } }: UpgradeNoteProps) {
  const { t, style } = useLook()
  const need = useNeed<Wire["LatestUpgrade"] | null>("upgrade")
  const upgrade = need.status === "ready" ? need.data : null
  const list = upgrade?.lists.find((each) => each.kind === kind)
  if (upgrade === null || list === undefined) return null
  const { appliedAt } = upgrade
  const line = (
    <>
      {t.nodes("Last upgrade: {date}", {
        date: (
          // Within the summary, which opens the rows.
          <Instant dateTime={appliedAt} isPart>
            {formatDate(appliedAt, style)}
          </Instant>
        ),
      })}{" "}
      <Counts list={list} />
    </>
  )
  if (list.used.length === 0) return <p className="pt-upgrade">{line}</p>
  return (
    <details className="pt-upgrade">
      <summary>{line}</summary>
      <ul className="pt-below">
        {list.used.map(({ _id, label, change }) => (
          <li key={_id}>
            <a href={paths.record?.(_id)}>
              <bdi>{label}</bdi>
            </a>{" "}
            <span className="rc-muted">{t(CHANGES[change])}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Counts({ list: { added, renamed, edited, withdrawn, used } }: { list: List }) {
  const { t } = useLook()
  return (
    <>
      {added > 0 ? <Tag>{t.count(added, "{count} added", "{count} added")}</Tag> : null}{" "}
      {renamed > 0 ? <Tag>{t.count(renamed, "{count} renamed", "{count} renamed")}</Tag> : null}{" "}
      {edited > 0 ? <Tag>{t.count(edited, "{count} changed", "{count} changed")}</Tag> : null}{" "}
      {withdrawn > 0 ? (
        <Tag>{t.count(withdrawn, "{count} withdrawn", "{count} withdrawn")}</Tag>
      ) : null}{" "}
      {renamed + edited + withdrawn > 0 ? (
        <Tag tone={used.length > 0 ? "accent" : "plain"}>
          {t.count(used.length, "You use {count}", "You use {count}")}
        </Tag>
      ) : null}
    </>
  )
}
