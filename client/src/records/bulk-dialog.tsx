import { useState } from "react"

import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import { LookupField } from "./lookup-fields.tsx"
import type { BulkAction } from "./noun.ts"
import { useOpened } from "./use-opened.ts"

interface BulkDialogProps {
  action: BulkAction & { kind: "choose" }
  /** How many records are changed. */
  count: number
  pending: boolean
  onChoose: (value: string) => void
  onClose: () => void
}

/** Asks what many records are changed to. */
export function BulkDialog({ action, count, pending, onChoose, onClose }: BulkDialogProps) {
  const t = useText()
  const form = useOpened<HTMLFormElement>()
  const [value, setValue] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog className="rc-merge" id="bulk" onClose={onClose} title={t(action.label)}>
      <form
        className="rc-merge-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (value === null) setMissing(true)
          else onChoose(value)
        }}
        ref={form}
      >
        <Field
          error={isMissing && value === null ? t("Choose one.") : null}
          label={t(action.what)}
          marks="required"
          name="bulk-value"
        >
          {(control) => (
            <LookupField
              control={control}
              onChange={setValue}
              readOnly={false}
              shown={undefined}
              source={action.source}
              value={value}
            />
          )}
        </Field>
        <div className="ui-dialog-foot">
          <Button look="primary" pending={pending ? t("Saving…") : null} submits>
            {t.count(count, "Change {count} record", "Change {count} records")}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
