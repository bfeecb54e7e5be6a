import { waitingPath } from "#client/paths.ts"
import { useIsPartial, usePage } from "#client/services/page.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { useText } from "#client/ui/text.tsx"

/** Without script nothing fetches what was late: the page is asked for again, and then waits for it. */
export function NotReady() {
  const t = useText()
  const { url } = usePage()
  if (!useIsPartial()) return null
  return (
    <noscript>
      <Banner tone="warning">
        <span>{t("Part of this page took too long to load.")}</span>
        <a href={waitingPath(url)}>{t("Load the full page")}</a>
      </Banner>
    </noscript>
  )
}
