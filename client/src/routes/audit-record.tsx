import { useParams } from "react-router"

import type { AuditRow } from "#client/features/audit/audit-data.ts"
import { auditStateOf } from "#client/features/audit/audit-state.ts"
import { Trail } from "#client/features/audit/trail.tsx"
import { dateStyle } from "#client/lib/format/date.ts"
import { paths, recordPath } from "#client/paths.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"

export function Component() {
  const t = useText()
  const { type = "", id = "" } = useParams()
  const { session, env, url } = usePage()
  const trail = useNeed<readonly AuditRow[]>("trail")
  const label = trail.status === "ready" ? (trail.data[0]?.entity.label ?? "") : ""
  const record = recordPath(type, id)
  return (
    <>
      <PageHeading
        aside={
          record === null ? null : (
            <a className={buttonClass()} href={record}>
              {t("Open record")}
            </a>
          )
        }
        title={label === "" ? t("Record history") : t("History of {name}", { name: label })}
      >
        <p>
          {t("Every change to this record, newest first.")}{" "}
          <a href={paths.audit()}>{t("All audit entries")}</a>
        </p>
      </PageHeading>
      <Trail
        empty={{ title: t("No changes recorded yet") }}
        href={(after) => paths.auditRecord(type, id, after)}
        isFurther={auditStateOf(url).after !== ""}
        isOfOne
        need={trail}
        style={dateStyle(env.timeZone, session?.user)}
      />
    </>
  )
}
