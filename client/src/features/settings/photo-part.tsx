import { type ChangeEvent, useState } from "react"

import { reasonOf } from "#client/lib/problem.ts"
import type { SessionUser } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { PHOTO, useOwnPhoto, usePhoto } from "#client/services/photo.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Avatar } from "#client/ui/avatar.tsx"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

/** What I look like to my colleagues: shown, chosen, removed. */
export function PhotoPart({ user }: { user: SessionUser }) {
  const t = useText()
  const photo = usePhoto(user)
  const { choose, remove } = useOwnPhoto()
  const [pending, setPending] = useState<"choose" | "remove" | null>(null)

  const act = async (what: "choose" | "remove", done: string, doing: () => Promise<void>) => {
    if (pending !== null) return
    setPending(what)
    try {
      await doing()
      toast.success(done)
    } catch (error) {
      toast.error(reason(error))
    } finally {
      setPending(null)
    }
  }
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // So that the same file can be chosen again.
    event.target.value = ""
    if (file === undefined) return
    if (file.size > PHOTO.bytes) toast.error(msg("Choose an image of at most 2 MB."))
    else void act("choose", msg("Photo saved."), () => choose(file))
  }

  return (
    <div aria-busy={pending !== null} className="st-photo">
      <Avatar className="st-photo-face" name={user.name} photo={photo} />
      <div className="st-photo-acts">
        <input
          accept={PHOTO.types}
          aria-describedby="photo-hint"
          className="u-hidden"
          id="photo"
          onChange={chosen}
          type="file"
        />
        <label className={buttonClass("secondary")} htmlFor="photo">
          {pending === "choose" ? t("Sending…") : t(chooseText(user))}
        </label>
        {user.photoFileId === null ? null : (
          <Button
            look="quiet"
            onClick={() => void act("remove", msg("Photo removed."), remove)}
            pending={pending === "remove" ? t("Removing…") : null}
          >
            {t("Remove photo")}
          </Button>
        )}
        <p className="st-photo-hint" id="photo-hint">
          {t(
            "PNG, JPEG or WebP of at most 2 MB. Visible to colleagues. The place and time it was taken are removed.",
          )}
        </p>
      </div>
    </div>
  )
}

function chooseText(user: SessionUser): string {
  return user.photoFileId === null ? msg("Choose a photo") : msg("Change photo")
}

function reason(error: unknown): string {
  if (!(error instanceof RequestFailed)) return msg("Couldn't change your photo.")
  return reasonOf(error.problem)
}
