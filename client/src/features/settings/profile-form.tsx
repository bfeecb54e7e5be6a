import { readOnlyText } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { RecordForm } from "#client/records/record-form.tsx"
import { useLook } from "#client/records/use-look.ts"
import { useRecordForm } from "#client/records/use-record-form.ts"
import { leaveFor } from "#client/services/busy.ts"
import { usePage, useVisit } from "#client/services/page.tsx"
import { shareView } from "#client/services/session/view.ts"
import { toast } from "#client/services/toasts.ts"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

import { OWN_SECTIONS } from "./own-sections.ts"

export type OwnUser = components["schemas"]["User"]

/** The server answers for the signed-in user under this id. */
const ME = "me"

/** What people say of themselves, and how Waybill writes for them. */
export function ProfileForm({ user }: { user: OwnUser }) {
  const t = useText()
  const look = useLook()
  const { session } = useVisit()
  const view = usePage().session
  // A subscription that is over leaves the own profile.
  const readOnly = view === null ? null : readOnlyText({ ...view, isExpired: false })
  const form = useRecordForm({
    service: "/iam/api/v1/users",
    sections: OWN_SECTIONS,
    initial: Object.fromEntries(Object.entries(user)),
    id: ME,
  })
  const saved = async () => {
    const before = session.get()?.user
    await shareView(session)
    const now = session.get()?.user
    // Language, zone and colours are the server's to draw.
    const drawn = ["language", "timezone", "theme", "density"] as const
    if (drawn.some((name) => before?.[name] !== now?.[name])) leaveFor(location.href, "replace")
    else toast.success(msg("Saved."))
  }
  return (
    <RecordForm
      form={form}
      id={ME}
      look={look}
      noun="profile"
      onSaved={() => void saved()}
      record={t("your profile")}
      saveLabel={t("Save")}
      sections={OWN_SECTIONS}
      whyReadOnly={readOnly === null ? null : t(readOnly)}
    />
  )
}
