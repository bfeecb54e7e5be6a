import { useNavigate } from "react-router"

import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { request } from "#client/services/http.ts"
import { useVisit } from "#client/services/page.tsx"
import { problemOf } from "#client/services/problem-of.ts"
import { forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import type { Role } from "./role-needs.ts"
import { roles } from "./role.tsx"
// One file of the build with these: see base.ts.
import "./parts.ts"

const NAMES = ["cloneName"] as const

/** Another role that begins with the same rights: the content of its dialog. */
export function RoleClone({ role }: { role: Role }) {
  const t = useText()
  const navigate = useNavigate()
  const { queries } = useVisit()
  const { form, fields, message, pending } = useCheckedForm({
    names: NAMES,
    check: ({ cloneName }) =>
      cloneName.trim() === "" ? { cloneName: msg("Enter a name for the new role.") } : {},
    send: async ({ cloneName }) => {
      try {
        const { data } = await request<{ data: Role }>(`${roles.service}/${role._id}/clone`, {
          method: "POST",
          body: { name: cloneName.trim() },
        })
        await forgetRecords(queries, roles.service)
        toast.success(msg("Created."))
        await navigate(paths.role(data._id))
        return null
      } catch (error) {
        const problem = problemOf(error)
        const [first] = problem.errors ?? []
        return first?.pointer === "/name"
          ? { fields: { cloneName: first.detail } }
          : { message: reasonOf(problem) }
      }
    },
  })
  return (
    <form {...form} className="ui-form" method="post">
      <TextField
        defaultValue={t("{role} (copy)", { role: role.name })}
        error={fields.cloneName ?? message}
        label={t("Name of the new role")}
        maxLength={60}
        name="cloneName"
      />
      <div className="ui-dialog-foot">
        <Button look="primary" pending={pending ? t("Saving…") : null} submits>
          {t("Duplicate")}
        </Button>
      </div>
    </form>
  )
}
