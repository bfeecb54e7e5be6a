import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"

import type { SessionUser } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog, showDialog } from "#client/ui/dialog.tsx"
import { SettingRow } from "#client/ui/setting-row.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

interface ProviderRowProps<T> {
  /** Of the dialog, and the key of what the provider says. */
  id: string
  name: string
  hint: string
  /** The hint for users who cannot set it yet, as they have not verified their address. */
  unverified: string
  user: SessionUser
  /** Asks the provider; `null` when this browser is not signed in there, as after a plain form. */
  ask: () => Promise<T | null>
  /** What is said then. */
  signInAgain: string
  /** For a setting that is on or off. */
  isOn?: (setting: T) => boolean
  button: (setting: T | null | undefined) => string
  title: (setting: T | null | undefined) => string
  /** Stands in the dialog in place of the setting. */
  instead?: ReactNode
  onClose?: () => void
  children: (setting: T) => ReactNode
}

/**
 * A setting that the identity provider knows, and not the server. So it is asked when somebody wants to know, and the page stays as it
 * was drawn until then.
 */
export function ProviderRow<T>(props: ProviderRowProps<T>) {
  const { id, ask, signInAgain, isOn, instead = null, onClose } = props
  const { emailVerified } = props.user
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: [id],
    queryFn: ask,
    enabled: isAsked,
    retry: false,
  })
  const unknown = isError
    ? msg("Couldn't reach the sign-in service. Close this and try again.")
    : msg("One moment…")
  return (
    <SettingRow
      hint={emailVerified ? props.hint : props.unverified}
      hintId={`${id}-hint`}
      name={props.name}
      state={
        data == null || isOn === undefined ? null : isOn(data) ? (
          <Tag tone="ok">{t("On")}</Tag>
        ) : (
          <Tag>{t("Off")}</Tag>
        )
      }
    >
      <Button
        aria-describedby={`${id}-hint`}
        aria-disabled={emailVerified ? undefined : true}
        aria-haspopup="dialog"
        onClick={() => {
          if (!emailVerified) return
          setAsked(true)
          if (isError) void refetch()
          showDialog(id)
        }}
      >
        {props.button(data)}
      </Button>
      <Dialog id={id} onClose={onClose} title={props.title(data)}>
        {instead ??
          (data == null ? (
            <output>{data === null ? signInAgain : t(unknown)}</output>
          ) : (
            props.children(data)
          ))}
      </Dialog>
    </SettingRow>
  )
}
