import { buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

interface PaginationProps {
  page: number
  pageSize: number
  total: number
  /** Whether there are more rows than `total`; which page is the last is not known then. */
  isLowerBound: boolean
  /** Already formatted: "1 to 25 of 250". */
  summary: string
  href: (page: number) => string
  /** Sizes on offer and where each leads. */
  sizes: readonly { size: number; href: string }[]
}

/** Links to the pages of a list; nothing but the summary when one page holds all. */
export function Pagination(props: PaginationProps) {
  const { page, pageSize, total, isLowerBound, summary, href, sizes } = props
  const t = useText()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const hasNext = isLowerBound || page < last
  const smallest = Math.min(...sizes.map((each) => each.size))
  return (
    <nav aria-label={t("Pages")} className="ui-pages">
      <p aria-live="polite">{summary}</p>
      {total > smallest ? (
        <ul aria-label={t("Rows per page")} className="ui-pages-sizes">
          <li aria-hidden="true">{t("Rows")}</li>
          {sizes.map((each) => (
            <li key={each.size}>
              <a aria-current={each.size === pageSize ? "true" : undefined} href={each.href}>
                {each.size}
                <span className="u-hidden"> {t("rows")}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {last > 1 || isLowerBound ? (
        <ul>
          <li>
            <Step
              href={page > 1 ? href(page - 1) : null}
              icon="chevron-start"
              label={t("Previous")}
            />
          </li>
          <li className="ui-pages-here">
            {isLowerBound ? t("Page {page}", { page }) : t("Page {page} of {last}", { page, last })}
          </li>
          <li>
            <Step href={hasNext ? href(page + 1) : null} icon="chevron-end" label={t("Next")} />
          </li>
        </ul>
      ) : null}
    </nav>
  )
}

interface StepProps {
  href: string | null
  icon: "chevron-start" | "chevron-end"
  label: string
}

/** At an end it stays in its place, without an address. */
function Step({ href, icon, label }: StepProps) {
  const arrow = <Icon height="16" name={icon} width="16" />
  return (
    <a
      aria-disabled={href === null || undefined}
      className={buttonClass("secondary", "ui-pages-step")}
      {...(href === null ? { role: "link" } : { href })}
    >
      {icon === "chevron-start" ? arrow : null}
      {label}
      {icon === "chevron-end" ? arrow : null}
    </a>
  )
}
