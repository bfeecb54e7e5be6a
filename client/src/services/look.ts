/** How the screen looks to this user: colours and density, the same in all tabs and on every device. */
import type { SessionView } from "#client/lib/session.ts"
import type { Store } from "#client/lib/store.ts"
import type { components } from "#client/wire/api.ts"

import { sendOrKeep } from "./outbox.ts"
import { hearTabs } from "./session/channel.ts"
import { renewView, shareView } from "./session/view.ts"
import { toast } from "./toasts.ts"

export type ThemeChoice = "system" | "light" | "dark" | "contrast"
export type Density = components["schemas"]["Density"]

/** Changes it at once; where the server refuses, it is as before and the reason is told. */
export async function setLook(
  session: Store<SessionView | null>,
  look: { theme: ThemeChoice } | { density: Density },
): Promise<void> {
  if ("theme" in look) applyTheme(look.theme)
  try {
    // One choice is set to what the user sees, whatever else of the profile was changed meanwhile.
    const sent = await sendOrKeep({ path: "/iam/api/v1/users/me", body: look, version: "*" })
    if (sent === "kept") return
    await shareView(session)
  } catch (error) {
    toast.failure(error)
  }
  applyTheme(session.get()?.user.theme ?? "system")
}

/** Follows what other tabs have changed; the answer ends it. */
export function followLook(session: Store<SessionView | null>): () => void {
  return hearTabs((news) => {
    if (news !== "changed") return
    void renewView(session).then(() => applyTheme(session.get()?.user.theme ?? "system"))
  })
}

/** The server has written it into the document; from then on it is kept here. */
function applyTheme(theme: ThemeChoice): void {
  document.documentElement.dataset["theme"] = theme
}
