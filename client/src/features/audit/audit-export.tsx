import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { exportRows } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { auditStateOf } from "./audit-state.ts"

type Format = "csv" | "xlsx"

/** Everything that the address narrows the trail down to, not only the part shown. */
export function AuditExport({ url }: { url: string }) {
  const t = useText()
  const whyNot = useRights("audit")("export")
  const [running, setRunning] = useState<Format | null>(null)
  const save = async (format: Format) => {
    if (running !== null) return
    setRunning(format)
    const { search, filter } = auditStateOf(url)
    const query = new URLSearchParams(filter.map((each) => ["filter", each]))
    if (search !== "") query.set("search", search)
    try {
      const what = { query: query.toString(), format, name: "audit", shown: null }
      await exportRows("/log/api/v1/audit", what)
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : null
      toast.error(problem?.detail ?? msg("Couldn't export the list."))
    } finally {
      setRunning(null)
    }
  }
  return (
    <details className="rc-drop u-scripted">
      <summary className="ui-button ui-button-quiet">
        <Icon height="16" name="download" width="16" />
        {t("Export")}
      </summary>
      <div className="rc-panel rc-menu">
        {(["csv", "xlsx"] as const).map((format) => (
          <ActionButton
            key={format}
            look="quiet"
            onClick={() => void save(format)}
            pending={running === format ? t("Exporting…") : null}
            whyNot={whyNot}
          >
            {format === "csv" ? t("As CSV") : t("As a spreadsheet (XLSX)")}
          </ActionButton>
        ))}
      </div>
    </details>
  )
}
