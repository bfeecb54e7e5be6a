import { useNavigation } from "react-router"

import { useBusy } from "#client/services/busy.ts"
import { LoadingBar, LoadingOverlay } from "#client/ui/loading.tsx"

import { PlainLinks } from "./plain-links.tsx"
import { Toasts } from "./toasts.tsx"

/** What lies above every page: progress, messages, and the cover while it is not known who is using it. */
export function Overlays() {
  const navigation = useNavigation()
  const busy = useBusy()
  return (
    <>
      <PlainLinks />
      <LoadingBar active={navigation.state !== "idle"} />
      {busy ? <LoadingOverlay text="One moment…" /> : null}
      <Toasts />
    </>
  )
}
