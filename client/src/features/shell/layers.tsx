import {
  Suspense,
  lazy,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { useLocation, useNavigate } from "react-router"

import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { AREAS, type Place, SETTINGS, open } from "#client/places.ts"
import { followLook } from "#client/services/look.ts"
import { startOutbox } from "#client/services/outbox.ts"
import { useVisit } from "#client/services/page.tsx"
import { againAsked, canAskAgain } from "#client/services/session/again.ts"
import { sessionEnd, watchExpiry } from "#client/services/session/expiry.ts"
import { followNetwork } from "#client/services/session/offline.ts"
import { listenForShortcuts } from "#client/services/shortcuts/listen.ts"
import { loadPreferences } from "#client/services/shortcuts/preferences.ts"
import { FINDER, useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { showDialog } from "#client/ui/dialog.tsx"

import { NOTIFICATIONS_DIALOG } from "./notifications-dialog.tsx"
import { composeMail, deedsOf, hasMail } from "./use-deeds.ts"

const loadPalette = () => import("./palette-dialog.tsx")
const Palette = lazy(async () => ({ default: (await loadPalette()).PaletteDialog }))
const KeysOverlay = lazy(async () => ({ default: (await import("./keys-dialog.tsx")).KeysDialog }))
const Again = lazy(async () => ({ default: (await import("./sign-in-again.tsx")).SignInAgain }))

const Ending = lazy(async () => ({ default: (await import("./session-ending.tsx")).SessionEnding }))

export type Layer = "palette" | "keys" | null

/** Which of the layers that script opens is open. */
export function useLayers() {
  const [layer, setLayer] = useState<Layer>(null)
  return {
    layer,
    setLayer,
    find: {
      onClick: () => setLayer("palette"),
      // The code is on its way before the press is over.
      onFocus: () => void loadPalette(),
      onPointerEnter: () => void loadPalette(),
    },
  }
}

interface LayersProps {
  session: SessionView
  layer: Layer
  setLayer: (layer: Layer) => void
}

/** The keys that work anywhere, and the layers that they open: loaded when they are first asked for. */
export function Layers({ session, layer, setLayer }: LayersProps) {
  const { user } = session
  const isViewing = session.viewing !== null
  // With the paint that shows what the keys do, as they are registered.
  useLayoutEffect(() => {
    loadPreferences(user._id)
    return listenForShortcuts()
  }, [user._id])
  const visit = useVisit()
  useEffect(() => canAskAgain(visit.session), [visit.session])
  useEffect(() => followLook(visit.session), [visit.session])
  useEffect(() => followNetwork(visit), [visit])
  useEffect(
    // What was sent late is asked for anew, whatever it was. What waits is not sent while nothing can be changed.
    () =>
      isViewing ? undefined : startOutbox(user._id, () => void visit.queries.invalidateQueries()),
    [user._id, visit, isViewing],
  )
  const owed = useSyncExternalStore(againAsked.subscribe, againAsked.get, () => null)
  useEffect(() => watchExpiry(visit.session), [visit.session])
  const end = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get, () => null)
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    // A menu has done its work once it led somewhere.
    for (const menu of document.querySelectorAll<HTMLElement>(":popover-open")) menu.hidePopover()
  }, [key])
  useShortcut("Mod+k", FINDER, () => setLayer("palette"))
  useShortcut("?", msg("Keyboard shortcuts"), () => setLayer("keys"))
  useShortcut("m", msg("Write an e-mail"), hasMail(session) ? () => composeMail(session) : null)
  useShortcut("b", msg("Show notifications"), () => showDialog(NOTIFICATIONS_DIALOG))
  const places = open([...AREAS, ...SETTINGS], session).filter((place) => place.key !== undefined)
  return (
    <>
      {places.map((place) => (
        <PlaceKey key={place.to} place={place} />
      ))}
      <Suspense fallback={null}>
        {layer === "palette" ? (
          <Palette
            deeds={deedsOf(visit, session, () => setLayer("keys"))}
            onClose={() => setLayer(null)}
            session={session}
          />
        ) : null}
        {layer === "keys" ? <KeysOverlay onClose={() => setLayer(null)} /> : null}
        {end === null || owed !== null ? null : <Ending end={end} />}
        {owed === null ? null : <Again {...owed} />}
      </Suspense>
    </>
  )
}

function PlaceKey({ place: { to, label, key = "" } }: { place: Place }) {
  const navigate = useNavigate()
  useShortcut(`g ${key}`, label, () => void navigate(to), { where: "go" })
  return null
}
