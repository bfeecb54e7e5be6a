/** A record as it was at a moment: read, compared with today, and put back field by field. */
import { formatDateTime } from "#client/lib/format/date.ts"
import type { Problem } from "#client/lib/problem.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import type { AsOf } from "#client/services/records.ts"
import { useTitle } from "#client/services/title.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { SkeletonCard } from "#client/ui/skeleton-card.tsx"
import { useText } from "#client/ui/text.tsx"

import { AsOfForm } from "./as-of-form.tsx"
import { AsOfRecord } from "./as-of-record.tsx"
import { momentIn } from "./as-of.ts"
import { BackLink } from "./back-link.tsx"
import type { Section } from "./fields.ts"
import type { Noun, Recorded } from "./noun.ts"
import { useLook } from "./use-look.ts"
import { valueAt } from "./values.ts"

export interface AsOfPageProps<Row extends Recorded> {
  noun: Noun<Row>
  sections: readonly Section[]
  /** As it is today. */
  record: Row
  fixed?: ((record: Row) => string | null) | undefined
}

/** Reads the need `asOf`. */
export function AsOfPage<Row extends Recorded>(props: AsOfPageProps<Row>) {
  const { noun, record } = props
  const need = useNeed<AsOf>("asOf")
  const { t, style } = useLook()
  const { url } = usePage()
  const [path = ""] = url.split("?", 1)
  const label = noun.labelOf(record)
  const time = need.status === "ready" ? formatDateTime(need.data.at, style) : null
  useTitle(time === null ? label : t("{name}, {time}", { name: label, time }))
  return (
    <>
      <BackLink id={record._id} noun={noun} />
      <PageHeading
        aside={
          <a className={buttonClass("primary")} href={path}>
            {t("View current record")}
          </a>
        }
        title={label}
      >
        <p>
          {time === null
            ? t(noun.titles.one)
            : t("{kind} as it was on {time}", { kind: t(noun.titles.one), time })}
        </p>
      </PageHeading>
      <div className="rc-page">
        <AsOfForm
          at={need.status === "ready" ? need.data.at : momentIn(url)}
          key={url}
          record={path}
        />
        {need.status === "ready" ? (
          <AsOfRecord {...props} path={path} asOf={need.data} />
        ) : need.status === "failed" ? (
          <AsOfFault problem={need.problem} createdAt={madeAt(record)} retry={need.retry} />
        ) : (
          <SkeletonCard />
        )}
      </div>
    </>
  )
}

/** When it was made; `null` of what came with the product, which was there before the company changed it. */
function madeAt(record: Recorded): string | null {
  const createdAt = valueAt(record, "createdAt")
  const isOwn = valueAt(record, "isLocalOverride") !== true
  return typeof createdAt === "string" && isOwn ? createdAt : null
}

interface AsOfFaultProps {
  problem: Problem
  createdAt: string | null
  retry: () => void
}

/** There was no such record then, or the moment is none. */
function AsOfFault({ problem, createdAt, retry }: AsOfFaultProps) {
  const t = useText()
  const { style } = useLook()
  if (problem.type === "/problems/not-yet") {
    return (
      <ErrorPanel
        detail={
          createdAt === null
            ? t("Enter a later date and time.")
            : t("It was created on {time}. Enter that time or a later one.", {
                time: formatDateTime(createdAt, style),
              })
        }
        title={t("This record did not exist yet")}
      />
    )
  }
  if (problem.status === 422) {
    return (
      <ErrorPanel
        detail={t("Enter a date and time that has passed.")}
        title={t("This is not a time in the past")}
      />
    )
  }
  return (
    <ErrorPanel
      onRetry={retry}
      problem={problem}
      title={t("Couldn't load the record as it was.")}
    />
  )
}
