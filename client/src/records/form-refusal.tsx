import { ErrorSummary } from "#client/ui/error-summary.tsx"
import { useText } from "#client/ui/text.tsx"

import { namedFaults } from "./fault-text.ts"
import type { RecordForm } from "./use-record-form.ts"

interface FormRefusalProps {
  form: Pick<RecordForm, "state" | "fields">
  /** What did not happen. */
  title: string
}

/** Why a form was refused: its fields one by one, else what the server said of all of it. */
export function FormRefusal({ form: { state, fields }, title }: FormRefusalProps) {
  const t = useText()
  const { faults, problem, attempt } = state
  const isOfFields = Object.keys(faults).length > 0
  if (!isOfFields && problem === null) return null
  return (
    <ErrorSummary
      attempt={attempt}
      faults={
        isOfFields
          ? namedFaults(fields, faults, t)
          : [{ text: t(problem?.detail ?? problem?.title ?? "") }]
      }
      title={title}
    />
  )
}
