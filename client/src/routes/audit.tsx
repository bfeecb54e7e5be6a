import type { AuditRow, Person } from "#client/features/audit/audit-data.ts"
import { AuditExport } from "#client/features/audit/audit-export.tsx"
import { AuditFilters } from "#client/features/audit/audit-filters.tsx"
import { auditQuery, auditStateOf } from "#client/features/audit/audit-state.ts"
import { Trail } from "#client/features/audit/trail.tsx"
import { dateStyle, formatDate } from "#client/lib/format/date.ts"
import { paths } from "#client/paths.ts"
import { NarrowFilters } from "#client/records/narrow-filters.tsx"
import { useNeed, usePage } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"
// One file of the build with these: see base.ts.
import "#client/records/list-page.tsx"

export function Component() {
  const t = useText()
  const { session, env, url } = usePage()
  const trail = useNeed<readonly AuditRow[]>("trail")
  const people = useNeed<readonly Person[]>("people")
  const state = auditStateOf(url)
  const style = dateStyle(env.timeZone, session?.user)
  const isNarrowed = state.search !== "" || state.filter.length > 0
  return (
    <>
      <PageHeading
        aside={
          <div className="au-tools">
            <AuditExport url={url} />
            <a className={buttonClass()} href={paths.auditCheck()}>
              <Icon height="16" name="shield" width="16" />
              {t("Verify integrity")}
            </a>
          </div>
        }
        title={t("Audit history")}
      >
        <p>{t("Every change made in your company, newest first. Entries cannot be edited.")}</p>
      </PageHeading>
      <NarrowFilters count={state.filter.length + (state.search === "" ? 0 : 1)} name="audit">
        <AuditFilters
          people={people.status === "ready" ? people.data : []}
          style={style}
          today={formatDate(env.now, { timeZone: env.timeZone, dateFormat: "ymd" })}
          url={url}
        />
      </NarrowFilters>
      <Trail
        empty={
          isNarrowed
            ? {
                title: t("No results"),
                children: <a href={paths.audit()}>{t("Clear filters")}</a>,
              }
            : { title: t("No activity yet") }
        }
        href={(after) => paths.audit(auditQuery({ ...state, after }))}
        isFurther={state.after !== ""}
        need={trail}
        style={style}
      />
    </>
  )
}
