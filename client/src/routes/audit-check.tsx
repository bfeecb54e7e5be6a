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
      <PageHeading title={t("Is the audit history whole?")}>
        <p>
          {t("Each entry holds a seal over the one before it, so that none can be changed unseen.")}{" "}
          <a href={paths.audit()}>{t("The whole audit history")}</a>
        </p>
      </PageHeading>
      <Verdict need={chain} style={dateStyle(env.timeZone, session?.user)} />
    </>
  )
}
