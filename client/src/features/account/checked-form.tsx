import type { ComponentProps, ReactNode } from "react"

import { Button } from "#client/ui/button.tsx"
import { ErrorSummary, type Fault } from "#client/ui/error-summary.tsx"
import type { CheckedState } from "#client/ui/use-checked-form.ts"

type CheckedFormProps<N extends string> = ComponentProps<"form"> & {
  form: CheckedState<N> & { form: ComponentProps<"form"> }
  /** What did not happen, above the reasons. */
  refused: string
  /** On the button that sends it. */
  submit: string
  /** On the button while it is sent. */
  sending: string
  /** The other buttons of its foot in a dialog, `null` where there are none; without it there is no foot. */
  foot?: ReactNode
  /** Stands below the button. */
  below?: ReactNode
}

/** A form with its button and, when it was refused, a summary: the whole first, then each field in the order of the form. */
export function CheckedForm<N extends string>(props: CheckedFormProps<N>) {
  const { form: checked, refused, submit, sending, foot, below, children, ...rest } = props
  const { names, fields, message, attempt, pending, form } = checked
  const faults: Fault[] = message === null ? [] : [{ text: message }]
  for (const name of names) {
    const text = fields[name]
    if (text !== undefined) faults.push({ name, text })
  }
  const isRefused = message !== null || (attempt > 0 && faults.length > 0)
  const button = (
    <Button look="primary" pending={pending ? sending : null} submits>
      {submit}
    </Button>
  )
  return (
    <form className="ui-form" method="post" {...form} {...rest}>
      {isRefused ? <ErrorSummary attempt={attempt} faults={faults} title={refused} /> : null}
      {children}
      {foot === undefined ? (
        button
      ) : (
        <div className="ui-dialog-foot">
          {foot}
          {button}
        </div>
      )}
      {below}
    </form>
  )
}
