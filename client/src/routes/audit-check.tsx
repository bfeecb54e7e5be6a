import type { Chain } from "#client/features/audit/audit-data.ts"
import { Verdict } from "#client/features/audit/verdict.tsx"
import { dateStyle } from "#client/lib/format/date.ts"
import { paths } from "#client/paths.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"

export function Component() {
  const t = useText()
  const { session, env } = usePage()
  const chain = useNeed<Chain>("chain")
  return (
    <>
      <PageHeading title={t("Verify the audit history")}>
        <p>
          {t(
            "Each entry contains a hash of the one before it, so no entry can be changed unnoticed.",
          )}{" "}
          <a href={paths.audit()}>{t("All audit entries")}</a>
        </p>
      </PageHeading>
      <Verdict need={chain} style={dateStyle(env.timeZone, session?.user)} />
    </>
  )
}
