import { type ComponentType, useEffect, useRef, useState } from "react"

import { useComposeWish } from "#client/services/mail/compose.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"

type Center = ComponentType<{ dialog: string; onClose: () => void }>

/**
 * Writing mails, over any page. What is needed for it is loaded when the dialog is opened for the first time, and stays
 * from then on: closing it costs nothing that was typed.
 */
export function MailDialog({ id }: { id: string }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const [center, setCenter] = useState<{ Center: Center } | "failed" | null>(null)
  const wish = useComposeWish()

  useEffect(() => {
    const element = dialog.current
    if (element === null || (center !== null && center !== "failed")) return undefined
    const look = () => {
      if (element.open) void load().then(setCenter)
    }
    look()
    // The browser opens it by itself, also before there is any script.
    const opening = new MutationObserver(look)
    opening.observe(element, { attributeFilter: ["open"] })
    return () => opening.disconnect()
  }, [center])
  useEffect(() => {
    if (wish !== null) showDialog(id)
  }, [wish, id])

  return (
    <Dialog className="ml-dialog" id={id} ref={dialog} title={t("Mail")}>
      {center === null ? (
        <Skeleton />
      ) : center === "failed" ? (
        <ErrorPanel title={t("Couldn't open the e-mail editor.")}>
          <Button onClick={() => void load().then(setCenter)}>{t("Try again")}</Button>
        </ErrorPanel>
      ) : (
        <center.Center dialog={id} onClose={() => dialog.current?.close()} />
      )}
    </Dialog>
  )
}

async function load(): Promise<{ Center: Center } | "failed"> {
  try {
    const { MailCenter } = await import("./mail-center.tsx")
    return { Center: MailCenter }
  } catch {
    return "failed"
  }
}
