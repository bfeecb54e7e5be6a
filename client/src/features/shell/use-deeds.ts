/** What can be done from anywhere: listed by the palette, some of it by a key of its own. */
import { type SessionView, readOnlyText } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { signOut } from "#client/services/auth/sign-out.ts"
import { type ThemeChoice, setLook } from "#client/services/look.ts"
import type { Visit } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { showDialog } from "#client/ui/dialog.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"

import { MAIL_DIALOG } from "./mail-dialog.ts"
import { NOTIFICATIONS_DIALOG } from "./notifications-dialog.tsx"

export interface Deed {
  id: string
  label: string
  icon: IconName
  keys?: string
  run: () => void
}

/** Whether there is a mail to write or to read. After the end of a subscription nobody may, and is told so instead. */
export function hasMail({ isExpired, permissions }: SessionView): boolean {
  return isExpired || permissions.includes("mail:view")
}

/** Specification 8: mail is blocked once the subscription is over, and says so. */
export function composeMail(session: SessionView): void {
  const readOnly = readOnlyText(session)
  if (readOnly === null) showDialog(MAIL_DIALOG)
  else toast.error(readOnly)
}

const THEME_DEEDS: readonly [theme: ThemeChoice, label: string][] = [
  ["system", msg("Colours: same as device")],
  ["light", msg("Light colours")],
  ["dark", msg("Dark colours")],
  ["contrast", msg("High contrast")],
]

/** In the order in which they are listed. */
export function deedsOf(
  { session: store }: Pick<Visit, "session">,
  session: SessionView,
  showKeys: () => void,
): readonly Deed[] {
  const themes = THEME_DEEDS.map(([theme, label]): Deed => ({
    id: `theme-${theme}`,
    label,
    icon: "eye",
    run: () => void setLook(store, { theme }),
  }))
  const mail: Deed = {
    id: "mail",
    label: msg("Write an e-mail"),
    icon: "mail",
    keys: "m",
    run: () => composeMail(session),
  }
  return [
    ...(hasMail(session) ? [mail] : []),
    {
      id: "notifications",
      label: msg("Show notifications"),
      icon: "bell",
      keys: "b",
      run: () => showDialog(NOTIFICATIONS_DIALOG),
    },
    {
      id: "keys",
      label: msg("Keyboard shortcuts"),
      icon: "info",
      keys: "?",
      run: showKeys,
    },
    ...themes,
    {
      id: "sign-out",
      label: msg("Sign out"),
      icon: "sign-out",
      run: () => void signOut(),
    },
  ]
}
