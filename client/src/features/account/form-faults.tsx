import { ErrorSummary } from "#client/ui/error-summary.tsx"
import type { Fault } from "#client/ui/error-summary.tsx"
import type { FieldErrors } from "#client/ui/use-checked-form.ts"

interface FormFaultsProps<N extends string> {
  title: string
  names: readonly N[]
  fields: FieldErrors<N>
  message: string | null
  attempt: number
}

/** The summary of a refused form: the whole first, then each field in the order of the form. */
export function FormFaults<N extends string>(props: FormFaultsProps<N>) {
  const { title, names, fields, message, attempt } = props
  const faults: Fault[] = message === null ? [] : [{ text: message }]
  for (const name of names) {
    const text = fields[name]
    if (text !== undefined) faults.push({ name, text })
  }
  const refused = message !== null || attempt > 0
  if (!refused || faults.length === 0) return null
  return <ErrorSummary attempt={attempt} faults={faults} title={title} />
}
