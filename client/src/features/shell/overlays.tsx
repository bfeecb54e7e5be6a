import { useNavigation } from "react-router"

import { useBusy } from "#client/services/busy.ts"
import { LoadingBar, LoadingOverlay } from "#client/ui/loading.tsx"
import { useText } from "#client/ui/text.tsx"

import { CopyClicks } from "./copy-clicks.tsx"
import { PlainLinks } from "./plain-links.tsx"
import { StillWorking } from "./still-working.tsx"
import { Toasts } from "./toasts.tsx"
import { Waiting } from "./waiting.tsx"

/** What lies above every page: progress, messages, and the cover while it is not known who is using it. */
export function Overlays() {
  const t = useText()
  const navigation = useNavigation()
  const busy = useBusy()
  return (
    <>
      <PlainLinks />
      <CopyClicks />
      <LoadingBar active={navigation.state !== "idle"} />
      <StillWorking />
      <Waiting />
      {busy ? <LoadingOverlay text={t("One moment…")} /> : null}
      <Toasts />
    </>
  )
}
