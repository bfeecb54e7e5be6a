import { useQuery } from "@tanstack/react-query"
import { type ChangeEvent, useState } from "react"

import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { LOGO, readLogo, sendLogo } from "#client/services/logo.ts"
import { useSavesData } from "#client/services/page.tsx"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

/** The company's logo. A chosen file goes to the drive at once, and becomes the logo when the form is saved. */
export function LogoControl({ id, value, onChange, readOnly, values }: CustomControlProps) {
  const t = useText()
  const [isSending, setSending] = useState(false)
  const file = typeof value === "string" ? value : null
  const savesData = useSavesData()
  const { data: picture } = useQuery({
    queryKey: ["logo", file],
    queryFn: () => readLogo(file ?? ""),
    enabled: file !== null && !savesData,
    retry: false,
    // Another logo is another file.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const send = async (chosen: File) => {
    setSending(true)
    try {
      onChange(await sendLogo(chosen))
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast.error(reasonOf(error.problem))
    } finally {
      setSending(false)
    }
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    // So that the same file can be chosen again.
    event.target.value = ""
    if (chosen === undefined) return
    if (chosen.size > LOGO.bytes) toast.error(msg("Choose an image of at most 1 MB."))
    else void send(chosen)
  }
  return (
    <div className="co-logo">
      <span className="co-logo-frame">
        {picture === undefined || file === null ? (
          <span className="rc-muted">{file === null ? t("None") : t("Logo")}</span>
        ) : (
          <img alt={t("Logo of {company}", { company: String(values["name"]) })} src={picture} />
        )}
      </span>
      {readOnly ? null : (
        <span className="co-logo-acts">
          <input
            accept={LOGO.types}
            aria-describedby={`${id}-types`}
            className="u-hidden"
            id={id}
            onChange={choose}
            type="file"
          />
          <label className={buttonClass("secondary")} htmlFor={id}>
            {isSending ? t("Sending…") : file === null ? t("Choose a logo") : t("Change logo")}
          </label>
          {file === null ? null : (
            <Button look="quiet" onClick={() => onChange(null)}>
              {t("Remove logo")}
            </Button>
          )}
        </span>
      )}
      <span className="ui-hint" id={`${id}-types`}>
        {t("PNG, JPEG or WebP of at most 1 MB.")}
      </span>
    </div>
  )
}
