import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { actions, paths } from "#client/paths.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { request } from "#client/services/http.ts"
import { changeRecord } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { showDialog } from "#client/ui/dialog.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

import { deleteRole } from "./delete-role.ts"
import type { Role } from "./role-needs.ts"
import { roles } from "./role.tsx"
import { useDeed } from "./use-deed.ts"

const RoleClone = onDemand(async () => (await import("./role-clone.tsx")).RoleClone)
const RoleDelete = onDemand(async () => (await import("./role-delete.tsx")).RoleDelete)

/** What can be done to a role besides editing it. */
export function RoleActions({ role }: { role: Role }) {
  const t = useText()
  const navigate = useNavigate()
  const whyNot = useRights(roles.resource)
  const { act, isPending } = useDeed(roles.service)
  const isLive = role.deletedAt === null

  const makeDefault = () =>
    act(async () => {
      await changeRecord(versionOf(role), { isDefault: true })
      toast.success(msg("New users get this role."))
    })
  const remove = async () => {
    if (role.memberCount > 0) {
      showDialog("role-delete")
      return
    }
    if (await act(() => deleteRole(role))) {
      toast.undo(msg("Moved to the bin."), async () => {
        await act(() =>
          request(`${roles.service}/${role._id}/restore`, {
            method: "POST",
            headers: { "If-Match": "*" },
          }),
        )
      })
      await navigate(paths.roles({ page: 1 }))
    }
  }
  if (!isLive) return null
  return (
    <>
      {role.isDefault ? null : (
        <ActionButton
          onClick={() => void makeDefault()}
          pending={isPending ? t("Saving…") : null}
          whyNot={
            whyNot("edit") ?? (role.isAssignable ? null : t("The default role must be assignable."))
          }
        >
          {t("Set as default")}
        </ActionButton>
      )}
      <ViewAsRole id={role._id} whyNot={whyNot("edit")} />
      <ActionButton onClick={() => showDialog("role-clone")} whyNot={whyNot("create")}>
        {t("Duplicate")}
      </ActionButton>
      <ActionButton
        onClick={() => void remove()}
        whyNot={
          whyNot("delete") ??
          (role.type === "system"
            ? t("Built-in roles cannot be deleted.")
            : role.isDefault
              ? t("New users get this role. Set another default role first.")
              : null)
        }
      >
        {t("Delete")}
      </ActionButton>
      <LateDialog id="role-clone" title={t("Duplicate {role}", { role: role.name })}>
        <RoleClone role={role} />
      </LateDialog>
      <LateDialog id="role-delete" title={t("Delete {role}", { role: role.name })}>
        <RoleDelete role={role} />
      </LateDialog>
    </>
  )
}

/** Everything as a holder of the role sees it, read-only. The form leads there without script as well. */
function ViewAsRole({ id, whyNot }: { id: string; whyNot: string | null }) {
  const t = useText()
  if (whyNot !== null) return <ActionButton whyNot={whyNot}>{t("View as this role")}</ActionButton>
  return (
    <form action={actions.viewing()} method="post">
      <input name="role" type="hidden" value={id} />
      <Button submits>{t("View as this role")}</Button>
    </form>
  )
}

function versionOf(role: Role) {
  return { service: roles.service, id: role._id, version: role.version }
}
