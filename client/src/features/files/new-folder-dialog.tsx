import { useState } from "react"
import type { FormEvent } from "react"
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { createFolder } from "#client/services/drive/files.ts"
import { FILES } from "#client/services/drive/transfer.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { Button } from "#client/ui/button.tsx"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

export const NEW_FOLDER = "new-folder"

/** Names a new folder in the one that is shown, and opens it. */
export function NewFolderDialog({ folderId }: { folderId: string | null }) {
  const t = useText()
  const { queries } = useVisit()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = new FormData(form).get("folder-name")
    if (pending || typeof name !== "string") return
    if (name.trim() === "") {
      setError(msg("Enter a name for the folder."))
      return
    }
    setPending(true)
    try {
      const folder = await createFolder(name.trim(), folderId)
      await forgetRecords(queries, FILES)
      setError(null)
      form.reset()
      form.closest("dialog")?.close()
      void navigate(paths.folder(folder._id))
    } catch (failure) {
      const problem = failure instanceof RequestFailed ? failure.problem : null
      setError(
        problem?.errors?.[0]?.detail ?? problem?.detail ?? msg("Couldn't create it. Try again."),
      )
    } finally {
      setPending(false)
    }
  }
  return (
    <LateDialog id={NEW_FOLDER} title={t("New folder")}>
      <form className="ui-form" noValidate onSubmit={(event) => void create(event)}>
        <TextField
          autoComplete="off"
          error={error === null ? null : t(error)}
          label={t("Name")}
          maxLength={200}
          name="folder-name"
        />
        <div className="ui-dialog-foot">
          <Button look="primary" pending={pending ? t("Creating…") : null} submits>
            {t("Create folder")}
          </Button>
        </div>
      </form>
    </LateDialog>
  )
}
