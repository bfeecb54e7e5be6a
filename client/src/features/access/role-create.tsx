import { useLayoutEffect, useRef } from "react"
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { ListPage } from "#client/records/list-page.tsx"
import { RecordForm } from "#client/records/record-form.tsx"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { useRecordForm } from "#client/records/use-record-form.ts"
import { toast } from "#client/services/toasts.ts"
import { Dialog } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import { NEW_ROLE, NEW_ROLE_SECTIONS } from "./role-form.ts"
import { roles } from "./role.tsx"

/** A new role in a dialog over the list of roles; the server's page shows the dialog, too (specification 2). */
export function RoleCreate() {
  const t = useText()
  const look = useLook()
  const navigate = useNavigate()
  const whyNot = useRights(roles.resource)
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRecordForm({
    service: roles.service,
    sections: NEW_ROLE_SECTIONS,
    initial: NEW_ROLE,
    id: null,
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    // A dialog that is open already cannot be made modal.
    element.removeAttribute("open")
    element.showModal()
  }, [])
  const leave = () => {
    // The form may ask whether what was typed is to be kept, and then stays.
    if (dialog.current?.open === false) dialog.current.showModal()
    void navigate(paths.roles({ page: 1 }))
  }
  return (
    <>
      <ListPage noun={roles} />
      <Dialog
        className="am-create"
        id="role-create"
        onCancel={(event) => {
          event.preventDefault()
          leave()
        }}
        onClose={leave}
        open
        ref={dialog}
        title={t(roles.titles.new)}
      >
        <RecordForm
          dialog="role-create"
          form={form}
          id={null}
          look={look}
          noun={roles.id}
          onSaved={(stored) => {
            toast.success(msg("Created."))
            if (stored !== null) void navigate(paths.role(stored._id))
          }}
          record={t(roles.titles.new)}
          saveLabel={t("Create")}
          sections={NEW_ROLE_SECTIONS}
          whyReadOnly={whyNot("create")}
        />
      </Dialog>
    </>
  )
}
