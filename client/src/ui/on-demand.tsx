/** Parts of a page that only an interaction needs: their code is fetched when they are first drawn, or meant to be. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react"

import { useText } from "./text.tsx"

/** Such a part, with the properties of the component that it becomes. */
export interface OnDemand<Props> {
  (props: Props): ReactNode
  /** For what opens it: the code is on its way before the press is over. */
  ahead: { onFocus: () => void; onPointerEnter: () => void }
}

/** What `load` brings, which is a function of a module; `null` until it is there. */
export function useLoaded<Module extends object>(
  load: () => Promise<Module>,
): Module | "failed" | null {
  const [loaded, setLoaded] = useState<Module | "failed" | null>(null)
  useEffect(() => {
    let isGone = false
    const show = async () => {
      const come = await load().catch(() => "failed" as const)
      if (!isGone) setLoaded(come)
    }
    void show()
    return () => {
      isGone = true
    }
  }, [load])
  return loaded
}

/** Draws nothing until its code is there. Not for what the server draws: it would be gone with the hydration. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  const loadFace = async () => ({ Face: await load() })
  function Part(props: Props) {
    const loaded = useLoaded(loadFace)
    if (loaded === null) return null
    return loaded === "failed" ? <NotLoaded /> : <loaded.Face {...props} />
  }
  const fetchAhead = () => void load().catch(() => {})
  return Object.assign(Part, { ahead: { onFocus: fetchAhead, onPointerEnter: fetchAhead } })
}

/** Stands where a part should. */
export function NotLoaded() {
  const t = useText()
  return <p role="alert">{t("Couldn't load this section. Reload the page.")}</p>
}
