/** Google's map, where the company has a key (specification 7). Nothing of it is loaded without one. */
import { wait } from "#client/lib/wait.ts"

import { addThirdPartyScript } from "./third-party.ts"

export interface Spot {
  lat: number
  lng: number
}

interface Maps {
  importLibrary: (
    name: "maps",
  ) => Promise<{ Map: new (element: Element, options: object) => unknown }>
}

declare global {
  interface Window {
    google?: { maps?: Partial<Maps> }
  }
}

const STEP_MS = 100
const STEPS = 100

/** The maps script, with the places library and in English. */
export function addMapsScript(key: string): void {
  const query = new URLSearchParams({ key, libraries: "places", language: "en", loading: "async" })
  addThirdPartyScript("maps", `https://maps.googleapis.com/maps/api/js?${query}`)
}

/** Draws the map around the spot into the element. Rejects when the script does not come within ten seconds. */
export async function drawMap(element: Element, center: Spot, key: string): Promise<void> {
  addMapsScript(key)
  const { Map } = await (await arrived()).importLibrary("maps")
  // oxlint-disable-next-line no-new -- the map draws itself into the element
  new Map(element, { center, zoom: 11, streetViewControl: false })
}

async function arrived(): Promise<Maps> {
  for (let step = 0; step < STEPS; step += 1) {
    const importLibrary = window.google?.maps?.importLibrary
    if (importLibrary !== undefined) return { importLibrary }
    // oxlint-disable-next-line no-await-in-loop -- the script says nothing when it is there
    await wait(STEP_MS)
  }
  throw new Error("The maps script did not come.")
}
