import { createContext, use } from "react"

import { useText } from "#client/ui/text.tsx"

/** What went wrong, as far as whoever shows it knows. */
export interface Trouble {
  title: string
  errorId?: string | undefined
  /** A right that is missing: access is asked for instead. */
  right?: string | undefined
}

/** Where a trouble can be reported; whoever frames the pages says so, and nobody does where it could not be sent. */
const ReportContext = createContext<((trouble: Trouble) => string) | null>(null)

export const ReportProvider = ReportContext

/** Every error is a ticket: a link to one that is filled in already. */
export function ReportLink(trouble: Trouble) {
  const t = useText()
  const href = use(ReportContext)
  if (href === null) return null
  return (
    <a className="ui-report" href={href(trouble)}>
      {trouble.right === undefined ? t("Report this") : t("Request access")}
    </a>
  )
}
