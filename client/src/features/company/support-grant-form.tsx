import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { request } from "#client/services/http.ts"
import { problemOf } from "#client/services/problem-of.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { SelectField } from "#client/ui/select-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { useSupportDeed } from "./use-support-deed.ts"

const NAMES = ["length", "note"] as const

const LENGTHS = [
  { value: "1h", label: msg("1 hour") },
  { value: "4h", label: msg("4 hours") },
  { value: "1d", label: msg("1 day") },
  { value: "3d", label: msg("3 days") },
] as const

/** Lets support in, for a time. */
export function SupportGrantForm() {
  const t = useText()
  const whyNot = useRights("company")("manage")
  const { refresh } = useSupportDeed()
  const { form, fields, message, pending } = useCheckedForm({
    names: NAMES,
    check: () => ({}),
    send: async ({ length, note }) => {
      try {
        await request("/iam/api/v1/support-access", {
          method: "POST",
          body: { length, note: note.trim() },
        })
      } catch (error) {
        return { message: reasonOf(problemOf(error)) }
      }
      toast.success(msg("Support access granted"))
      await refresh()
      return null
    },
  })
  if (whyNot !== null) {
    return <ActionButton whyNot={whyNot}>{t("Grant access")}</ActionButton>
  }
  return (
    <form {...form} {...SCRIPTED} className="ui-form u-scripted">
      <SelectField
        defaultValue="4h"
        error={fields.length ?? null}
        label={t("Duration")}
        name="length"
      >
        {LENGTHS.map(({ value, label }) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      <TextField
        error={fields.note ?? message}
        hint={t("What support should look at. Visible to support.")}
        label={t("Note")}
        maxLength={300}
        name="note"
      />
      <Button pending={pending ? t("Saving…") : null} submits>
        {t("Grant access")}
      </Button>
    </form>
  )
}
