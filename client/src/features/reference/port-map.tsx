import { useRef, useState } from "react"

import { msg } from "#client/lib/words.ts"
import { reloadPage } from "#client/services/busy.ts"
import { drawMap } from "#client/services/map.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { useText } from "#client/ui/text.tsx"

import type { PortRow } from "./port-kinds.ts"

/** The card, where the page stands once it was loaded anew for its map. */
const CARD = "map"

/** Reads the need `mapsKey`. Without a key, or without coordinates, there is no map. */
export function PortMap({ port: { lat, lng } }: { port: PortRow }) {
  const t = useText()
  const need = useNeed<{ googleMapKey: string }>("mapsKey")
  const { env } = usePage()
  const element = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<"closed" | "coming" | "open">("closed")
  const key = need.status === "ready" ? need.data.googleMapKey : ""
  const hasMap = key !== "" && lat !== null && lng !== null
  const show = async () => {
    if (element.current === null || !hasMap) return
    setState("coming")
    if (!env.outside.maps) {
      // This document is that of the screen before, whose policy lets no map in.
      history.replaceState(history.state, "", `#${CARD}`)
      reloadPage()
      return
    }
    try {
      await drawMap(element.current, { lat, lng }, key)
      setState("open")
    } catch {
      setState("closed")
      toast.error(msg("Couldn't load the map. Try again later."))
    }
  }
  if (!hasMap) return null
  return (
    <Card id={CARD} title={t("Map")}>
      <div className="pt-map" hidden={state === "closed"} ref={element} />
      {state === "open" ? null : (
        <Button
          onClick={() => void show()}
          pending={state === "coming" ? t("Loading the map…") : null}
        >
          {t("Show map")}
        </Button>
      )}
    </Card>
  )
}
