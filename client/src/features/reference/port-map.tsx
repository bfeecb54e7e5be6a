import { useRef, useState } from "react"

import { msg } from "#client/lib/words.ts"
import { drawMap } from "#client/services/map.ts"
import { useNeed } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { useText } from "#client/ui/text.tsx"

import type { PortRow } from "./port-kinds.ts"

/** Reads the need `mapsKey`. Without a key, or without coordinates, there is no map. */
export function PortMap({ port: { lat, lng } }: { port: PortRow }) {
  const t = useText()
  const need = useNeed<{ googleMapKey: string }>("mapsKey")
  const element = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<"closed" | "coming" | "open">("closed")
  const key = need.status === "ready" ? need.data.googleMapKey : ""
  if (key === "" || lat === null || lng === null) return null
  const show = async () => {
    if (element.current === null) return
    setState("coming")
    try {
      await drawMap(element.current, { lat, lng }, key)
      setState("open")
    } catch {
      setState("closed")
      toast.error(msg("The map did not come. Try again later."))
    }
  }
  return (
    <Card id="map" title={t("Map")}>
      <div className="pt-map" hidden={state === "closed"} ref={element} />
      {state === "open" ? null : (
        <Button
          onClick={() => void show()}
          pending={state === "coming" ? t("Fetching the map…") : null}
        >
          {t("Show the map")}
        </Button>
      )}
    </Card>
  )
}
