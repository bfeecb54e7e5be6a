import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { request } from "#client/services/http.ts"
import { usePage } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { versionTag } from "#client/services/version-tag.ts"
import { Button } from "#client/ui/button.tsx"
import { closeDialog } from "#client/ui/close-dialog.ts"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

import { useDeed } from "./use-deed.ts"
import { type UserRow, users } from "./user.tsx"

const APP = "user-app"

const SuspendForm = onDemand(async () => (await import("./suspend-form.tsx")).SuspendForm)

/** Where a user stands, and what leads on from there. */
export function UserActions({ user }: { user: UserRow }) {
  const t = useText()
  const { session } = usePage()
  const whyNot = useRights(users.resource)
  const { act, isPending } = useDeed(users.service)
  const isSelf = session?.user._id === user._id
  const { status } = user
  if (user.deletedAt !== null) return null

  const post = async (verb: string, done: string) => {
    await act(async () => {
      await request(`${users.service}/${user._id}/${verb}`, {
        method: "POST",
        headers: { "If-Match": versionTag(user.version) },
      })
      toast.success(done)
    })
  }
  const removeApp = async () => {
    const isDone = await act(() =>
      request(`${users.service}/${user._id}/authenticator`, { method: "DELETE" }),
    )
    if (!isDone) return
    closeDialog(APP)
    toast.success(msg("Authenticator app removed."))
  }
  const own = isSelf ? t("You cannot change your own status.") : null
  return (
    <>
      {status === "invited" ? (
        <ActionButton
          onClick={() => void post("resend", msg("Invitation sent again."))}
          pending={isPending ? t("Sending…") : null}
          whyNot={whyNot("create")}
        >
          {t("Resend invitation")}
        </ActionButton>
      ) : null}
      {status === "suspended" || status === "deactivated" ? (
        <ActionButton
          onClick={() => void post("reactivate", msg("User reactivated."))}
          whyNot={own ?? whyNot("suspend")}
        >
          {t("Reactivate")}
        </ActionButton>
      ) : null}
      {status === "active" ? (
        <ActionButton onClick={() => showDialog("user-suspend")} whyNot={own ?? whyNot("suspend")}>
          {t("Suspend")}
        </ActionButton>
      ) : null}
      {status === "active" || status === "suspended" ? (
        <ActionButton
          onClick={() => void post("deactivate", msg("User deactivated."))}
          whyNot={own ?? whyNot("deactivate")}
        >
          {t("Deactivate")}
        </ActionButton>
      ) : null}
      {status === "invited" ? null : (
        <ActionButton
          onClick={() => showDialog(APP)}
          whyNot={isSelf ? t("Remove your own app in your profile.") : whyNot("suspend")}
        >
          {t("Remove authenticator app")}
        </ActionButton>
      )}
      <LateDialog id="user-suspend" title={t("Suspend {name}", { name: user.name })}>
        <SuspendForm user={user} />
      </LateDialog>
      <Dialog id={APP} title={t("Remove {name}'s authenticator app", { name: user.name })}>
        <p>
          {t(
            "Do this only if the phone with the app is lost and you have confirmed who is asking. The user then signs in with the password alone, or with a code by e-mail where two-factor authentication is required.",
          )}
        </p>
        <div className="ui-dialog-foot">
          <Button
            look="primary"
            onClick={() => void removeApp()}
            pending={isPending ? t("Removing…") : null}
          >
            {t("Remove app")}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
