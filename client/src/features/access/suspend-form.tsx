import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { request } from "#client/services/http.ts"
import { useVisit } from "#client/services/page.tsx"
import { problemOf } from "#client/services/problem-of.ts"
import { forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { versionTag } from "#client/services/version-tag.ts"
import { Button } from "#client/ui/button.tsx"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { type UserRow, users } from "./user.tsx"
// One file of the build with these: see base.ts.
import "./parts.ts"

const NAMES = ["suspendReason"] as const

/** Shuts a user out, and says why: the content of its dialog. */
export function SuspendForm({ user }: { user: UserRow }) {
  const t = useText()
  const { queries } = useVisit()
  const { form, fields, message, pending } = useCheckedForm({
    names: NAMES,
    check: ({ suspendReason }) =>
      suspendReason.trim() === "" ? { suspendReason: msg("Enter a reason.") } : {},
    send: async ({ suspendReason }) => {
      try {
        await request(`${users.service}/${user._id}/suspend`, {
          method: "POST",
          body: { reason: suspendReason.trim() },
          headers: { "If-Match": versionTag(user.version) },
        })
      } catch (error) {
        return { message: reasonOf(problemOf(error)) }
      }
      closeDialog("user-suspend")
      toast.success(msg("User suspended and signed out everywhere."))
      await forgetRecords(queries, users.service)
      return null
    },
  })
  return (
    <form {...form} className="ui-form" method="post">
      <p>{t("The user is signed out immediately and cannot sign in. Their data is kept.")}</p>
      <TextField
        error={fields.suspendReason ?? message}
        hint={t("Visible to people who manage users.")}
        label={t("Reason")}
        maxLength={200}
        name="suspendReason"
      />
      <div className="ui-dialog-foot">
        <Button look="primary" pending={pending ? t("Saving…") : null} submits>
          {t("Suspend")}
        </Button>
      </div>
    </form>
  )
}
