import { useState } from "react"
import type { FormEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { roleSource } from "#client/records/common-sources.ts"
import { LookupsField } from "#client/records/lookup-fields.tsx"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { REPORTS, shareReport } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Field } from "#client/ui/field.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Report } from "./report-data.ts"
import { VISIBILITIES } from "./report-words.ts"

export const SHARE_REPORT = "share-report"

/** Who sees the report; each of them runs it with their own rights. */
export function ShareDialog({ report }: { report: Report }) {
  const t = useText()
  const { queries } = useVisit()
  const [visibility, setVisibility] = useState(report.visibility)
  const [roles, setRoles] = useState<readonly string[]>(report.sharedRoles)
  const [error, setError] = useState<string | null>(null)
  const share = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const dialog = event.currentTarget.closest("dialog")
    try {
      await shareReport(
        { id: report._id, version: report.version },
        { visibility, sharedRoles: roles },
      )
      setError(null)
      dialog?.close()
      toast.success(msg("Saved."))
    } catch (failure) {
      const problem = failure instanceof RequestFailed ? failure.problem : null
      setError(
        problem?.errors?.[0]?.detail ??
          problem?.detail ??
          msg("Couldn't save your changes. Try again."),
      )
    }
    await forgetRecords(queries, REPORTS)
  }
  return (
    <LateDialog id={SHARE_REPORT} title={t("Who can see this report")}>
      <form className="ui-form" onSubmit={(event) => void share(event)}>
        <Field
          error={error === null ? null : t(error)}
          hint={t("Viewers see only the data that their own permissions allow.")}
          label={t("Visible to")}
          name="share-visibility"
        >
          {(control) => (
            <select
              {...control}
              className="ui-input ui-select"
              onChange={({ target }) => setVisibility(target.value)}
              value={visibility}
            >
              {VISIBILITIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {visibility === "roles" ? (
          <Field label={t("Roles")} name="share-roles">
            {(control) => (
              <LookupsField
                control={control}
                onChange={setRoles}
                source={roleSource}
                values={roles}
              />
            )}
          </Field>
        ) : null}
        <div className="ui-dialog-foot">
          <Button look="primary" submits>
            {t("Share")}
          </Button>
        </div>
      </form>
    </LateDialog>
  )
}
