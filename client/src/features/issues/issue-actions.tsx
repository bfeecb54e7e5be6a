import { useState } from "react"
import type { FormEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { useVisit } from "#client/services/page.tsx"
import { changeRecord, forgetRecords } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { opens } from "#client/ui/dialog.tsx"
import { Field } from "#client/ui/field.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { ISSUES, type Issue } from "./issue-data.ts"
import { statusOf } from "./issue-words.ts"

const RESOLVE = "resolve-issue"

/** Steps that do not bring it nearer to its end. */
const SIDEWAYS: ReadonlySet<string> = new Set(["waiting", "reopened"])

/** A step under way, and the version that it leads away from. */
interface Step {
  status: string
  version: number
}

/** How far it is, and the steps that it can take from there. */
export function IssueActions({ issue }: { issue: Issue }) {
  const t = useText()
  const whyNot = useRights("issue")("edit")
  const move = useMove(issue)
  const [pending, setPending] = useState<Step | null>(null)
  const { label, tone } = statusOf(issue.status)
  const needsReason = issue.resolution === "" && issue.duplicateOf === null
  // The issue may arrive before other queries that are refetched; its next step does not wait for them.
  const isMoving = pending?.version === issue.version
  const take = async (status: string) => {
    if (isMoving) return
    const step = { status, version: issue.version }
    setPending(step)
    await move({ status })
    setPending((latest) => (latest === step ? null : latest))
  }
  return (
    <>
      <Tag className="is-status" tone={tone}>
        {t(label)}
      </Tag>
      {issue.deletedAt === null
        ? issue.nextStatuses.map((status) =>
            status === "resolved" && needsReason && whyNot === null ? (
              <Button key={status} look="primary" {...opens(RESOLVE)}>
                {t("Resolve")}
              </Button>
            ) : (
              <ActionButton
                key={status}
                look={SIDEWAYS.has(status) ? "secondary" : "primary"}
                onClick={() => void take(status)}
                pending={isMoving && pending.status === status ? t("Moving…") : null}
                whyNot={whyNot}
              >
                {t(statusOf(status).move)}
              </ActionButton>
            ),
          )
        : null}
      <ResolveDialog move={move} />
    </>
  )
}

/** Asked for because an issue that is resolved says how. */
function ResolveDialog({ move }: { move: ReturnType<typeof useMove> }) {
  const t = useText()
  const [error, setError] = useState<string | null>(null)
  const resolve = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const resolution = new FormData(form).get("resolve-how")
    if (typeof resolution !== "string" || resolution.trim() === "") {
      setError(msg("Enter how the issue was resolved."))
      return
    }
    setError(null)
    if (await move({ status: "resolved", resolution: resolution.trim() })) {
      form.closest("dialog")?.close()
    }
  }
  return (
    <LateDialog id={RESOLVE} title={t("Resolve issue")}>
      <form className="ui-form" noValidate onSubmit={(event) => void resolve(event)}>
        <Field
          error={error === null ? null : t(error)}
          hint={t(
            "Is it a duplicate? Choose the other issue in the form and save, then resolve this one.",
          )}
          label={t("Resolution")}
          name="resolve-how"
        >
          {(control) => <textarea {...control} className="ui-input" maxLength={2000} rows={5} />}
        </Field>
        <div className="ui-dialog-foot">
          <Button look="primary" submits>
            {t("Resolve")}
          </Button>
        </div>
      </form>
    </LateDialog>
  )
}

/** Changes the issue; tells whether it was, and says why when it was not. */
function useMove(issue: Issue): (changes: object) => Promise<boolean> {
  const { queries } = useVisit()
  return async (changes) => {
    try {
      await changeRecord({ service: ISSUES, id: issue._id, version: issue.version }, changes)
      await forgetRecords(queries, ISSUES)
      return true
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : null
      const detail = problem?.errors?.[0]?.detail ?? problem?.detail
      toast.error(detail ?? msg("Couldn't make the change. Try again."))
      if (problem?.status === 412) await forgetRecords(queries, ISSUES)
      return false
    }
  }
}
